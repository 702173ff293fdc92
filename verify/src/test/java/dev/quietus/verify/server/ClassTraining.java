package dev.quietus.verify.server;

import dev.quietus.cli.Main;
import dev.quietus.cli.view.Console;
import dev.quietus.server.QuietusServer;
import dev.quietus.server.ServerSettings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Does once what most children do, so that {@link ClassArchive} knows which classes they need. */
public final class ClassTraining {
    private final String url;
    private final String token;

    private ClassTraining(String url, String token) {
        this.url = url;
        this.token = token;
    }

    /** Argument: a folder for all that it keeps. A command that fails costs time later only. */
    public static void main(String[] arguments) throws IOException {
        Path state = Path.of(arguments[0]).resolve("quietus");
        QuietusServer server = QuietusServer.start(ServerSettings.in(state, 0));
        ClassTraining training = new ClassTraining(
                server.url(), Files.readString(state.resolve("operator.token")).strip());
        training.run("register", "training", "--allow", "*");
        training.run("exec", "--run", "training", "--", "true");
        training.run("mcp", "--run", "training", "--", "true");
        training.run("run", "--run", "trained", "--", "true");
        training.run("runs");
        training.run("show", "training");
        training.run("stop", "training", "--reason", "trained");
        server.close();
        System.exit(0);
    }

    private void run(String command, String... words) {
        List<String> line = new ArrayList<>(List.of(command, "--url", url, "--token", token));
        line.addAll(List.of(words));
        Console console = Console.ofProcess();
        Main.run(line.toArray(String[]::new), console);
        console.flush();
    }
}
