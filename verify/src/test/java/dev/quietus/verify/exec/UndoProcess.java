package dev.quietus.verify.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.Main;
import dev.quietus.verify.server.OwnJava;
import dev.quietus.verify.server.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code quietus undo} in a process of its own, asked by an operator. */
public final class UndoProcess {
    private static final int MOST_SECONDS = 60;

    private UndoProcess() {}

    /**
     * Starts one.
     *
     * @param folder where it runs
     * @param xdg the parent of the state folder, named {@code quietus}
     * @param out where its output goes
     * @param arguments behind {@code undo}
     */
    static Process start(
            ServerProcess server, Path folder, Path xdg, Path out, List<String> arguments)
            throws IOException {
        List<String> line = OwnJava.line(Main.class);
        line.add("undo");
        line.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectError(out.resolveSibling(out.getFileName() + ".err").toFile())
                .redirectOutput(out.toFile());
        builder.environment().keySet().removeIf(key -> key.startsWith("QUIETUS_"));
        builder.environment().put("QUIETUS_URL", server.url());
        builder.environment().put("QUIETUS_TOKEN", server.operatorToken());
        builder.environment().put("XDG_STATE_HOME", xdg.toString());
        return builder.start();
    }

    /**
     * Runs one to its end.
     *
     * @param exit the exit code that is expected
     * @return what it printed
     */
    public static String printed(
            ServerProcess server, Path folder, Path xdg, int exit, List<String> arguments)
            throws Exception {
        Path out = Files.createTempFile(folder, "undo", ".txt");
        Process process = start(server, folder, xdg, out, arguments);
        assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(text).isEqualTo(exit);
        return text;
    }
}
