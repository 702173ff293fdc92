package dev.quietus.verify.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * Starts every workload on every system, stops it, goes on looking for six seconds, and prints one
 * table.
 */
public final class Peers {
    private static final int ROUNDS = 3;
    private static final long READY_SECONDS = 30;
    private static final long LOOK_SECONDS = 6;

    private final Effects effects;
    private final List<Seen> all = new ArrayList<>();

    private Peers(Effects effects) {
        this.effects = effects;
    }

    /** Work that is under observation. */
    private static final class Watched {
        final Workload workload;
        final String key;
        final Peer.Work work;
        long acknowledged;
        long asked;
        volatile long over;

        Watched(Workload workload, String key, Peer.Work work) {
            this.workload = workload;
            this.key = key;
            this.work = work;
        }

        /** Asks again and again whether it is over, and notes when the answer was yes. */
        private void look() {
            long last = acknowledged + TimeUnit.SECONDS.toNanos(LOOK_SECONDS);
            try {
                while (System.nanoTime() < last) {
                    if (work.over()) {
                        over = System.nanoTime();
                        return;
                    }
                    Effects.pause(10);
                }
            } catch (IOException e) {
                System.err.println(key + " can't be looked at: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * What was seen of one piece of work, in milliseconds.
     *
     * @param acknowledged from the call to its answer
     * @param over from the answer until the system said that it is over
     * @param last from the answer to the last effect, if there was one behind it
     * @param behind effects behind the answer
     * @param behindOver effects after the system said that it is over
     */
    private record Seen(
            String peer,
            Workload workload,
            double acknowledged,
            OptionalDouble over,
            OptionalDouble last,
            long behind,
            long behindOver) {}

    /**
     * Runs it.
     *
     * @param arguments the folder for what is needed, then names of systems; none for all
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Path.of(arguments[0]);
        List<String> wanted = arguments.length > 1
                ? List.of(arguments).subList(1, arguments.length)
                : List.of("quietus", "temporal", "dbos", "restate");
        try (Effects effects = new Effects()) {
            Peers peers = new Peers(effects);
            for (String name : wanted) {
                try (Peer peer = opened(name, effects, folder)) {
                    peers.measure(peer);
                } catch (IOException | UncheckedIOException e) {
                    System.out.println(name + " can't be measured here: " + e.getMessage());
                }
            }
            peers.print();
        }
        // Some of the systems leave threads behind.
        System.exit(0);
    }

    private static Peer opened(String name, Effects effects, Path folder)
            throws IOException, InterruptedException {
        return switch (name) {
            case "quietus" -> new QuietusPeer(effects, folder);
            case "temporal" -> new TemporalPeer(effects);
            case "dbos" -> new DbosPeer(effects);
            case "restate" -> new RestatePeer(effects, folder);
            default ->
                throw new IllegalArgumentException(
                        "expected quietus, temporal, dbos or restate, found '" + name + "'");
        };
    }

    private void measure(Peer peer) throws IOException, InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            List<Watched> watched = new ArrayList<>();
            List<Thread> looking = new ArrayList<>();
            for (Workload workload : Workload.values()) {
                String key = peer.name().split(" ", 2)[0].toLowerCase(Locale.ROOT) + "-"
                        + workload.word() + "-" + round;
                Watched each = new Watched(workload, key, peer.start(workload, key));
                awaitReady(each);
                each.asked = System.nanoTime();
                each.work.cancel();
                each.acknowledged = System.nanoTime();
                watched.add(each);
                looking.add(Thread.ofVirtual().start(each::look));
            }
            for (Thread thread : looking) {
                thread.join();
            }
            awaitEnd(watched.getLast());
            watched.forEach(each -> all.add(seen(peer, each)));
        }
    }

    private void awaitReady(Watched each) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
        while (!effects.isReady(each.workload, each.key)) {
            if (System.nanoTime() > end) {
                throw new IOException(each.key + " did not start within " + READY_SECONDS + " s");
            }
            Effects.pause(5);
        }
        Effects.pause(100);
    }

    private static void awaitEnd(Watched each) {
        long last = each.acknowledged + TimeUnit.SECONDS.toNanos(LOOK_SECONDS);
        Effects.pause(Math.max(0, TimeUnit.NANOSECONDS.toMillis(last - System.nanoTime())));
    }

    private Seen seen(Peer peer, Watched each) {
        List<Long> behind = effects.of(each.key).stream()
                .filter(at -> at > each.acknowledged)
                .toList();
        return new Seen(
                peer.name(),
                each.workload,
                (each.acknowledged - each.asked) / 1e6,
                each.over == 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of((each.over - each.acknowledged) / 1e6),
                behind.isEmpty()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of((behind.getLast() - each.acknowledged) / 1e6),
                behind.size(),
                each.over == 0 ? 0 : behind.stream().filter(at -> at > each.over).count());
    }

    private void print() {
        System.out.println("| workload | system | acknowledged after | says it is over after"
                + " | last effect after the acknowledgement | effects after it said over |");
        System.out.println("|---|---|---|---|---|---|");
        for (Workload workload : Workload.values()) {
            for (String peer : all.stream().map(Seen::peer).distinct().toList()) {
                row(
                        workload,
                        peer,
                        all.stream()
                                .filter(seen -> seen.workload == workload)
                                .filter(seen -> seen.peer.equals(peer))
                                .toList());
            }
        }
    }

    /** Medians of the times that a system answers for; the worst of what happened behind them. */
    private static void row(Workload workload, String peer, List<Seen> rounds) {
        if (rounds.isEmpty()) {
            return;
        }
        double acknowledged = rounds.stream()
                .map(Seen::acknowledged)
                .sorted()
                .toList()
                .get(rounds.size() / 2);
        List<Double> over = rounds.stream()
                .flatMapToDouble(seen -> seen.over.stream())
                .sorted()
                .boxed()
                .toList();
        String last = rounds.stream()
                .flatMap(seen -> seen.last.stream().boxed())
                .max(Comparator.naturalOrder())
                .map(worst -> milliseconds(worst) + ", "
                        + effects(rounds.stream().mapToLong(Seen::behind).max().orElse(0)))
                .orElse("none");
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %d |%n",
                workload.shown(),
                peer,
                milliseconds(acknowledged),
                over.size() < rounds.size()
                        ? "not within " + LOOK_SECONDS + " s"
                        : milliseconds(over.get(over.size() / 2)),
                last,
                rounds.stream().mapToLong(Seen::behindOver).max().orElse(0));
    }

    private static String effects(long number) {
        return number + (number == 1 ? " effect" : " effects");
    }

    private static String milliseconds(double value) {
        return value < 10
                ? String.format(Locale.ROOT, "%.1f ms", value)
                : String.format(Locale.ROOT, "%.0f ms", value);
    }
}
