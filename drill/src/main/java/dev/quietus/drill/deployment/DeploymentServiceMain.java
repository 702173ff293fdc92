package dev.quietus.drill.deployment;

import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The deployment service as a process. When it listens it prints one line of JSON,
 * {@code {"url":"http://127.0.0.1:PORT"}}, to standard output and, if asked, to a file. It ends by
 * itself. Exit codes: 0 ended as asked, 1 could not start, 2 usage.
 */
public final class DeploymentServiceMain {
    private static final String USAGE = """
            usage: DeploymentServiceMain [--port N] [--port-file FILE] [--data FILE] [--verbose]
                   [--pending-ms N] [--building-ms N] [--reserved-ms N] [--wait-limit-ms N]
                   [--max-seconds N] [--end-with-stdin]""";

    private static final long MAX_SECONDS = 86_400;

    private DeploymentServiceMain() {}

    /** Runs until standard input ends (if asked), the time is over, or the process is killed. */
    public static void main(String[] arguments) throws InterruptedException {
        System.exit(run(arguments));
    }

    private static int run(String[] arguments) throws InterruptedException {
        // A client that stops in the middle of a request keeps no thread for ever.
        System.setProperty("sun.net.httpserver.maxReqTime", "60");
        // A kept connection is not closed under a client that is about to use it again.
        System.setProperty("sun.net.httpserver.idleInterval", "300");
        System.setProperty("sun.net.httpserver.maxIdleConnections", "10000");
        Options options;
        try {
            options = Options.of(arguments);
        } catch (IllegalArgumentException wrong) {
            System.err.println("deployment service: " + wrong.getMessage());
            System.err.println(USAGE);
            return 2;
        }
        CountDownLatch end = new CountDownLatch(1);
        try (DeploymentService service = DeploymentService.start(options.settings())) {
            announce(service.url(), options.portFile());
            Runtime.getRuntime().addShutdownHook(new Thread(service::close, "close"));
            if (options.endWithStdin()) {
                Thread.ofPlatform().daemon().name("stdin").start(() -> drain(System.in, end));
            }
            boolean asked = end.await(options.maxSeconds(), TimeUnit.SECONDS);
            if (!asked) {
                System.err.println("deployment service: ends after --max-seconds");
            }
            return 0;
        } catch (UncheckedIOException | IllegalStateException failure) {
            System.err.println("deployment service: " + failure.getMessage());
            return 1;
        }
    }

    private static void announce(String url, Optional<Path> portFile) {
        String line = JsonObject.builder().put("url", url).build().toJson() + "\n";
        // The file first: whoever has read the line finds it.
        portFile.ifPresent(file -> write(file, line));
        System.out.print(line);
        System.out.flush();
    }

    /** A reader sees the whole line or no file. */
    private static void write(Path file, String line) {
        try {
            Path half = file.resolveSibling(file.getFileName() + ".half");
            Files.writeString(half, line);
            Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write the port file: " + failure, failure);
        }
    }

    private static void drain(InputStream input, CountDownLatch end) {
        try {
            input.transferTo(OutputStream.nullOutputStream());
        } catch (IOException failure) {
            System.err.println("deployment service: standard input failed: " + failure);
        } finally {
            end.countDown();
        }
    }

    /**
     * What the command line says.
     *
     * @param settings for the service
     * @param portFile where the line with the URL goes as well
     * @param maxSeconds when the process ends in any case
     * @param endWithStdin whether it ends with its standard input
     */
    record Options(
            DeploymentSettings settings,
            Optional<Path> portFile,
            long maxSeconds,
            boolean endWithStdin) {

        /**
         * Reads the command line.
         *
         * @throws IllegalArgumentException when it is wrong
         */
        static Options of(String[] arguments) {
            DeploymentSettings settings = DeploymentSettings.defaults();
            Optional<Path> portFile = Optional.empty();
            long maxSeconds = 900;
            boolean endWithStdin = false;
            Deque<String> rest = new ArrayDeque<>(Arrays.asList(arguments));
            while (!rest.isEmpty()) {
                String flag = rest.pop();
                Pace pace = settings.pace();
                switch (flag) {
                    case "--port" -> settings = settings.withPort((int) number(flag, rest, 65_535));
                    case "--port-file" -> portFile = Optional.of(Path.of(value(flag, rest)));
                    case "--data" -> settings = settings.withData(Path.of(value(flag, rest)));
                    case "--verbose" -> settings = settings.withVerbose(true);
                    case "--pending-ms" ->
                        settings = settings.withPace(
                                new Pace(millis(flag, rest), pace.building(), pace.reserved()));
                    case "--building-ms" ->
                        settings = settings.withPace(
                                new Pace(pace.pending(), millis(flag, rest), pace.reserved()));
                    case "--reserved-ms" ->
                        settings = settings.withPace(
                                new Pace(pace.pending(), pace.building(), millis(flag, rest)));
                    case "--wait-limit-ms" -> settings = settings.withWaitLimit(millis(flag, rest));
                    case "--max-seconds" -> maxSeconds = number(flag, rest, MAX_SECONDS);
                    case "--end-with-stdin" -> endWithStdin = true;
                    default -> throw new IllegalArgumentException("no such option: " + flag);
                }
            }
            return new Options(settings, portFile, maxSeconds, endWithStdin);
        }

        private static Duration millis(String flag, Deque<String> rest) {
            return Duration.ofMillis(number(flag, rest, 1_800_000));
        }

        private static long number(String flag, Deque<String> rest, long max) {
            String text = value(flag, rest);
            if (!text.matches("[0-9]{1,9}") || Long.parseLong(text) > max) {
                throw new IllegalArgumentException("%s takes a whole number from 0 to %d, found %s"
                        .formatted(flag, max, text));
            }
            return Long.parseLong(text);
        }

        private static String value(String flag, Deque<String> rest) {
            if (rest.isEmpty()) {
                throw new IllegalArgumentException(flag + " needs a value");
            }
            return rest.pop();
        }
    }
}
