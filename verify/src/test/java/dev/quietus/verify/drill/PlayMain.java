package dev.quietus.verify.drill;

import dev.quietus.drill.cases.Drill;
import dev.quietus.drill.cases.DrillSettings;
import dev.quietus.drill.demo.Demo;
import dev.quietus.drill.demo.DemoSettings;
import dev.quietus.drill.demo.Race;

import java.time.Duration;

/** The demo ({@code demo RACE [keep]}) or the drill ({@code drill}) as a program of its own. */
public final class PlayMain {
    private PlayMain() {}

    /** Ends the process with the exit code. */
    public static void main(String[] arguments) {
        System.exit(
                arguments[0].equals("drill")
                        ? Drill.run(DrillSettings.defaults(), System.out, System.err)
                        : Demo.run(demo(arguments), System.out, System.err));
    }

    private static DemoSettings demo(String[] arguments) {
        DemoSettings settings = DemoSettings.defaults()
                .withQuietPeriod(Duration.ofSeconds(1))
                .withRace(Race.of(arguments[1]));
        return arguments.length > 2 ? settings.keeping() : settings;
    }
}
