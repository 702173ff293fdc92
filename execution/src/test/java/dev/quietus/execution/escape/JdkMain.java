package dev.quietus.execution.escape;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What a careful program does with the JDK alone, to compare with: {@code process|descendants
 * CMD...}. It asks, waits for the grace, and kills; the second with all descendants that the JDK
 * shows.
 */
final class JdkMain {
    private static final long GRACE_MILLIS = 500;

    private JdkMain() {}

    /** Runs the command until it ends or the line {@code cancel} comes. */
    public static void main(String[] arguments) throws Exception {
        Process process = new ProcessBuilder(List.of(arguments).subList(1, arguments.length))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        CountDownLatch over = new CountDownLatch(1);
        var _ = process.onExit().thenRun(over::countDown);
        Thread.ofPlatform().daemon().start(() -> awaitCancel(over));
        over.await();
        Set<ProcessHandle> known = new LinkedHashSet<>();
        boolean all = arguments[0].equals("descendants");
        end(process, known, all);
        report(known.stream().filter(ProcessHandle::isAlive).count());
        Runtime.getRuntime().halt(0);
    }

    private static void end(Process process, Set<ProcessHandle> known, boolean all)
            throws InterruptedException {
        known.add(process.toHandle());
        if (all) {
            process.descendants().forEach(known::add);
        }
        known.forEach(ProcessHandle::destroy);
        process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
        if (all) {
            List.copyOf(known).forEach(each -> each.descendants().forEach(known::add));
        }
        known.forEach(ProcessHandle::destroyForcibly);
        process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static void awaitCancel(CountDownLatch over) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            if ("cancel".equals(lines.readLine())) {
                over.countDown();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void report(long living) throws IOException {
        Path file = Path.of(System.getenv("ESCAPE_REPORT"));
        Path fresh = Path.of(file + ".tmp");
        Files.writeString(fresh, "{\"claimed_survivors\":" + living + "}");
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
