package dev.quietus.drill.demo;

import dev.quietus.client.http.QuietusException;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.receipt.ReceiptFault;
import dev.quietus.client.receipt.ReceiptVerdict;
import dev.quietus.drill.process.ChildProcessException;
import dev.quietus.drill.process.LocalCommand;
import dev.quietus.drill.process.Scratch;
import dev.quietus.drill.truth.Evidence;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * The whole story on one machine in under a minute: a release, a stop in the middle, the four
 * lamps, and a receipt that is verified without the server.
 */
public final class Demo {
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final Duration LIFE_WHEN_KEPT = Duration.ofHours(12);

    private final DemoSettings settings;
    private final Page page;
    private final Scratch scratch;

    private Demo(DemoSettings settings, PrintStream out, Scratch scratch) {
        this.settings = settings;
        this.page = new Page(out, settings.zone());
        this.scratch = scratch;
    }

    /**
     * Runs the demo. Returns when its processes have ended; with {@link DemoSettings#keep()} when
     * the thread is interrupted.
     *
     * @param settings how
     * @param out where the story is told, in UTF-8
     * @param err where it is told why it broke off
     * @return the exit code: 0 if the receipt is what the story requires and verifies, else 1
     */
    public static int run(DemoSettings settings, PrintStream out, PrintStream err) {
        try (Scratch scratch = settings.directory()
                .map(Scratch::at)
                .orElseGet(() -> Scratch.temporary("quietus-demo-"))) {
            return new Demo(settings, out, scratch).play(err);
        } catch (ChildProcessException
                | QuietusException
                | JsonException
                | UncheckedIOException
                | IllegalArgumentException broken) {
            out.flush();
            err.println("quietus demo: broke off: " + broken.getMessage());
            return 1;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            err.println("quietus demo: interrupted");
            return 1;
        }
    }

    private int play(PrintStream err) throws InterruptedException {
        page.line("A release, and a stop in the middle of it. Every process is really started,");
        page.line("every number and time of the run is the server's own answer.");
        page.headline("The cast");
        Duration life = settings.keep() ? LIFE_WHEN_KEPT : LIFE;
        try (Cast cast = new Cast(scratch.path(), settings, life)) {
            Thread hook = new Thread(() -> end(cast), "demo-end");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                Release.TooLate tooLate = new Release(cast, page).play();
                new Stop(cast, page, settings).press(tooLate);
                Proof proof =
                        Proof.write(Evidence.newest(cast.operator(), Story.RUN), scratch.path());
                boolean good = proven(proof, cast, err);
                next(proof, cast);
                if (settings.keep()) {
                    new CountDownLatch(1).await();
                }
                return good ? 0 : 1;
            } finally {
                forget(hook);
            }
        }
    }

    /** Ends everything when this process is told to end before the story is over. */
    private void end(Cast cast) {
        cast.close();
        scratch.close();
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException endingAlready) {
            System.getLogger(Demo.class.getName())
                    .log(System.Logger.Level.DEBUG, "the process ends already", endingAlready);
        }
    }

    private boolean proven(Proof proof, Cast cast, PrintStream err) {
        page.headline("The receipt");
        return switch (proof.verify()) {
            case ReceiptVerdict.Invalid(List<ReceiptFault> faults) -> {
                err.println("quietus demo: the receipt does not verify:");
                faults.forEach(fault -> err.println("  " + fault));
                yield false;
            }
            case ReceiptVerdict.Valid(JsonObject receipt, List<String> checks) -> {
                YamlText.lines(JsonObject.builder()
                                .put("stop_receipt", ReceiptOrder.asInTheSource(receipt))
                                .build())
                        .forEach(page::line);
                page.headline("Verified from three files, without the server: "
                        + "receipt, public key, events");
                checks.forEach(check -> page.line("  " + check));
                yield asTheStoryRequires(cast, receipt, err);
            }
        };
    }

    private boolean asTheStoryRequires(Cast cast, JsonObject receipt, PrintStream err) {
        long reservations = cast.truth().effects(Story.RUN).size();
        page.line("  the deployment service really has %d reservation%s of %s"
                .formatted(reservations, reservations == 1 ? "" : "s", Story.RUN));
        List<String> differences = Expectations.differences(
                receipt, settings.race(), reservations, LocalCommand.lacking().isEmpty());
        if (!differences.isEmpty()) {
            err.println("quietus demo: the receipt is not what the story requires:");
            differences.forEach(difference -> err.println("  " + difference));
            return false;
        }
        JsonObject effects = receipt.object("effects");
        page.headline("Stopped and quiet   receipt valid · %d s without movement"
                .formatted(receipt.integer("quiet_period_seconds")));
        page.line("  %d cancelled without effect · %d completed · %d unknown"
                        .formatted(
                                effects.integer("cancelled_without_effect"),
                                effects.integer("completed_and_verified"),
                                effects.integer("unknown"))
                + " · %d late attempts denied".formatted(receipt.integer("late_attempts_denied")));
        recovery(receipt)
                .ifPresent(operation -> page.line(
                        "  ▲ the reservation is there: " + operation + " awaits approval"));
        return true;
    }

    private static Optional<String> recovery(JsonObject receipt) {
        return receipt.array("in_flight").objects().stream()
                .flatMap(operation -> operation.optionalString("recovery_operation").stream())
                .findFirst();
    }

    private void next(Proof proof, Cast cast) {
        page.headline("Next");
        if (!settings.keep()) {
            String other = settings.race() == Race.COMMIT ? "clean" : "commit";
            option("quietus demo --keep", "leaves everything up: watch, verify, approve");
            option("quietus demo --race " + other, "the other end of the race");
            option("quietus drill", "the races, each against real processes");
            return;
        }
        page.line("  export QUIETUS_URL=" + cast.server().url());
        page.line("  export QUIETUS_TOKEN=$(cat " + cast.server().operatorTokenFile() + ")");
        option("quietus watch " + Story.RUN, "the tree, the lamps, the work");
        option("quietus operations " + Story.RUN, "what was cancelled is kept");
        option("quietus events " + Story.RUN, "the chain that the receipt covers");
        page.line("  " + proof.verifyCommand());
        if (settings.race() == Race.COMMIT) {
            option(
                    "quietus approve " + Story.RUN + "-recovery/recover-"
                            + Story.PREVIEW.operationId(),
                    "takes the reservation back");
        }
        if (cast.hasConsole()) {
            page.line("  " + cast.server().url() + "/   the console");
        }
        page.line("  Ctrl-C ends all processes"
                + (scratch.isKept()
                        ? "; " + scratch.path() + " stays"
                        : " and removes their files"));
    }

    private void option(String command, String what) {
        page.line("  %-44s %s".formatted(command, what));
    }
}
