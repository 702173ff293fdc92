package dev.quietus.execution.linux;

import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.ProcessKey;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * What {@code /proc} tells of processes, see proc(5). Each answer is of one moment; a process may
 * be gone in the next.
 */
final class Proc {
    private static final Path ROOT = Path.of("/proc");
    private static final int COMMAND_LENGTH = 120;
    static final int SELF = (int) ProcessHandle.current().pid();

    private Proc() {}

    /**
     * One line of {@code /proc/PID/stat}.
     *
     * @param pid its number
     * @param state the letter
     * @param parent its parent's number
     * @param group its process group
     * @param session its session
     * @param threads how many threads it has, itself included
     * @param startedAt clock ticks since boot
     * @param name the kernel's short name of it
     */
    record Stat(
            int pid,
            char state,
            int parent,
            int group,
            int session,
            int threads,
            long startedAt,
            String name) {
        ProcessKey key() {
            return new ProcessKey(pid, startedAt);
        }

        /** Dead, but for its entry. */
        boolean ended() {
            return state == 'Z' || state == 'X';
        }
    }

    /** What is told of a process; empty when there is none. */
    static Optional<Stat> stat(int pid) {
        return read(ROOT.resolve(Integer.toString(pid)).resolve("stat"))
                .flatMap(line -> stat(pid, line));
    }

    /**
     * This process.
     *
     * @throws IllegalStateException where it is not shown
     */
    static ProcessKey self() {
        return stat(SELF)
                .map(Stat::key)
                .orElseThrow(() -> new IllegalStateException("/proc does not show this process"));
    }

    /** The name stands in brackets and may contain any character, brackets too. */
    static Optional<Stat> stat(int pid, String line) {
        int open = line.indexOf('(');
        int close = line.lastIndexOf(')');
        if (open < 0 || close < open || line.length() < close + 3) {
            return Optional.empty();
        }
        String[] fields = line.substring(close + 2).split(" ", 21);
        if (fields.length < 20) {
            return Optional.empty();
        }
        return Optional.of(new Stat(
                pid,
                fields[0].charAt(0),
                Integer.parseInt(fields[1]),
                Integer.parseInt(fields[2]),
                Integer.parseInt(fields[3]),
                Integer.parseInt(fields[17]),
                Long.parseLong(fields[19]),
                line.substring(open + 1, close)));
    }

    /**
     * Whether it lives. A process whose main thread has exited shows as a zombie while its other
     * threads work on.
     */
    static boolean lives(Stat stat) {
        return !stat.ended() || stat.threads() > 1 && threadLives(stat.pid());
    }

    /** A thread that can't be looked at may live. */
    private static boolean threadLives(int pid) {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks(pid))) {
            for (Path thread : threads) {
                Optional<Stat> seen = read(thread.resolve("stat")).flatMap(line -> stat(pid, line));
                if (seen.map(stat -> !stat.ended()).orElseGet(() -> Files.exists(thread))) {
                    return true;
                }
            }
            return false;
        } catch (IOException | DirectoryIteratorException unseen) {
            return Files.exists(tasks(pid));
        }
    }

    /**
     * Whether exactly this process has ended. One that can't be looked at, for want of descriptors
     * for instance, has not: it needs none to see that a process is not there.
     */
    static boolean hasEnded(ProcessKey process) {
        int pid = (int) process.pid();
        return stat(pid)
                .map(now -> !now.key().equals(process) || !lives(now))
                .orElseGet(() -> Files.notExists(tasks(pid)));
    }

    private static List<Integer> livingThreads(int pid) {
        List<Integer> living = new ArrayList<>();
        Path tasks = tasks(pid);
        each(
                tasks,
                thread -> read(tasks.resolve(thread + "/stat"))
                        .flatMap(line -> stat(thread, line))
                        .filter(stat -> !stat.ended())
                        .ifPresent(stat -> living.add(thread)));
        return living;
    }

    /** Where its threads are shown. */
    static Path tasks(int pid) {
        return ROOT.resolve(Integer.toString(pid)).resolve("task");
    }

    /** All numbers of processes. */
    static List<Integer> all() {
        List<Integer> all = new ArrayList<>();
        each(ROOT, all::add);
        return all;
    }

    /** Calls with each entry of a folder that is a number; a folder that is gone has none. */
    static void each(Path folder, IntConsumer action) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(
                folder,
                entry -> Character.isDigit(entry.getFileName().toString().charAt(0)))) {
            for (Path entry : entries) {
                action.accept(Integer.parseInt(entry.getFileName().toString()));
            }
        } catch (IOException | DirectoryIteratorException gone) {
            return;
        }
    }

    /**
     * Whether its environment carries this text. The environment of a process whose main thread has
     * exited is read through a thread that lives. Of another user's process nothing is seen.
     */
    static boolean carries(int pid, String text) {
        Path process = ROOT.resolve(Integer.toString(pid));
        if (read(process.resolve("environ")).filter(all -> holds(all, text)).isPresent()) {
            return true;
        }
        return stat(pid).filter(Stat::ended).isPresent()
                && livingThreads(pid).stream()
                        .anyMatch(thread -> read(process.resolve("task/" + thread + "/environ"))
                                .filter(all -> holds(all, text))
                                .isPresent());
    }

    private static boolean holds(String environment, String pair) {
        return environment.startsWith(pair + "\0") || environment.contains("\0" + pair + "\0");
    }

    /** How many processes and threads were born since boot. */
    static long births() {
        return read(ROOT.resolve("stat"))
                .map(text -> {
                    int at = text.indexOf("\nprocesses ");
                    int end = text.indexOf('\n', at + 1);
                    return at < 0
                            ? -1L
                            : Long.parseLong(text.substring(at + 11, end).strip());
                })
                .orElse(-1L);
    }

    /** The name of this boot and this numbering of processes. */
    static String space() {
        String boot = read(ROOT.resolve("sys/kernel/random/boot_id"))
                .map(id -> id.replace("-", "").strip())
                .filter(id -> id.length() >= 12)
                .map(id -> id.substring(0, 12))
                .orElse("unknown");
        String namespace;
        try {
            namespace = Files.readSymbolicLink(ROOT.resolve("self/ns/pid")).toString();
        } catch (IOException | UnsupportedOperationException e) {
            namespace = "";
        }
        String digits = namespace.replaceAll("[^0-9]", "");
        return boot + "." + (digits.isEmpty() ? "0" : digits);
    }

    /** As a person reads it. */
    static Member member(Stat stat) {
        String line = read(ROOT.resolve(stat.pid() + "/cmdline"))
                .map(text -> text.replace('\0', ' ').strip())
                .filter(text -> !text.isEmpty())
                .orElse("[" + stat.name() + "]");
        String clean = line.replaceAll("\\p{Cntrl}", "?");
        String shown = clean.length() > COMMAND_LENGTH
                ? clean.substring(0, COMMAND_LENGTH - 1) + "…"
                : clean;
        return new Member(stat.key(), shown, state(stat.state()));
    }

    private static String state(char letter) {
        return switch (letter) {
            case 'R' -> "running";
            case 'S', 'I' -> "sleeping";
            case 'D' -> "uninterruptible";
            case 'T', 't' -> "stopped";
            case 'Z', 'X' -> "main thread ended";
            default -> "state " + letter;
        };
    }

    /** Who holds a pipe open for writing or reading, other than this process. */
    static List<Stat> holders(String pipe) {
        List<Stat> holders = new ArrayList<>();
        for (int pid : all()) {
            if (pid != SELF && holds(pid, pipe)) {
                stat(pid).ifPresent(holders::add);
            }
        }
        return holders;
    }

    private static boolean holds(int pid, String pipe) {
        Path open = ROOT.resolve(pid + "/fd");
        boolean[] found = new boolean[1];
        each(
                open,
                number ->
                        found[0] |= link(open.resolve(Integer.toString(number))).equals(pipe));
        return found[0];
    }

    /** What one of this process's descriptors is, such as {@code pipe:[123]}. */
    static String opened(int descriptor) {
        return link(ROOT.resolve("self/fd/" + descriptor));
    }

    private static String link(Path path) {
        try {
            return Files.readSymbolicLink(path).toString();
        } catch (IOException e) {
            return "";
        }
    }

    /** A file's bytes as Latin-1, so that none is lost; empty when it can't be read. */
    static Optional<String> read(Path file) {
        try {
            return Optional.of(content(file));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /** Read in large pieces: what /proc tells is of one moment only within a piece. */
    static String content(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
