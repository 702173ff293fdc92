package dev.quietus.drill.deployment;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The last 10,000 public requests, whatever was answered; the oldest is forgotten first. In memory
 * only. Safe for use by several threads.
 */
final class RequestLog {
    /** How many requests are remembered. */
    static final int MAX_ENTRIES = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final TreeMap<Long, Entry> entries = new TreeMap<>();
    private long last;

    /** Remembers a request that just came in; returns its number. */
    long seen(Instant at, String method, String target, Map<String, String> headers) {
        lock.lock();
        try {
            last++;
            entries.put(last, new Entry(last, at, method, target, headers, OptionalInt.empty()));
            if (entries.size() > MAX_ENTRIES) {
                entries.pollFirstEntry();
            }
            return last;
        } finally {
            lock.unlock();
        }
    }

    /** Adds what a request was answered with. */
    void answered(long number, int status) {
        lock.lock();
        try {
            entries.computeIfPresent(number, (_, entry) -> entry.answered(status));
        } finally {
            lock.unlock();
        }
    }

    /** The remembered requests above a number, oldest first. */
    List<Entry> after(long number, int limit) {
        lock.lock();
        try {
            return entries.tailMap(number, false).values().stream().limit(limit).toList();
        } finally {
            lock.unlock();
        }
    }

    /** Forgets everything; numbers go on. */
    void clear() {
        lock.lock();
        try {
            entries.clear();
        } finally {
            lock.unlock();
        }
    }

    /**
     * One request.
     *
     * @param number counts from 1 since the start of the process
     * @param at when its head was read
     * @param method the method
     * @param target path and query as sent, cut at 2,000 characters
     * @param headers its quietus-* headers
     * @param status what was answered; none while it waits, and for ever if there was no answer
     */
    record Entry(
            long number,
            Instant at,
            String method,
            String target,
            Map<String, String> headers,
            OptionalInt status) {
        Entry answered(int with) {
            return new Entry(number, at, method, target, headers, OptionalInt.of(with));
        }
    }
}
