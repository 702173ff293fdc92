package dev.quietus.verify.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quietus.verify.documents.Document;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** A verifier of DSSE envelopes that is not ours. */
enum Judge {
    /**
     * Sigstore's own, in JavaScript: computes the pre-authentication encoding and checks the
     * signature with the key it is given. Pinned in {@code src/test/resources/sigstore}.
     */
    SIGSTORE {
        private static final List<String> FILES =
                List.of("package.json", "package-lock.json", "verify.mjs");

        @Override
        void requireHere() {
            requirePrograms("node", "npm");
            Program.Ended version = Program.run(
                    Document.root(),
                    List.of(
                            "node",
                            "-p",
                            "const [a, b] = process.versions.node.split('.');"
                                    + " a > 20 || (a == 20 && b >= 17)"));
            assumeTrue(
                    version.output().strip().equals("true"),
                    "node 20.17 or later is missing on this machine");
            install();
        }

        @Override
        boolean accepts(Path directory, Envelope envelope, String pem) {
            write(directory, "envelope.json", envelope.toString());
            write(directory, "key.pem", pem);
            Program.Ended ended = Program.run(
                    home(),
                    List.of(
                            "node",
                            "verify.mjs",
                            directory.resolve("envelope.json").toString(),
                            directory.resolve("key.pem").toString()));
            assertThat(ended.output()).matches("accepted\n|refused: SIGNATURE_ERROR .*\n");
            return ended.code() == 0;
        }

        private Path home() {
            return Document.root().resolve("verify/target/sigstore");
        }

        private void install() {
            boolean same = Files.isDirectory(home().resolve("node_modules"));
            for (String name : FILES) {
                String text = resource("/sigstore/" + name);
                same = same && text.equals(readOrEmpty(home().resolve(name)));
                write(home(), name, text);
            }
            if (!same) {
                Program.Ended ended = Program.run(
                        home(),
                        List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"));
                assertThat(ended.code())
                        .as("npm ci in %s: %s", home(), ended.output())
                        .isZero();
            }
        }
    },

    /** OpenSSL 3, over the encoding as docs/stop-receipt.md builds it. */
    OPENSSL {
        @Override
        void requireHere() {
            requirePrograms("openssl");
            assumeTrue(
                    Program.run(Document.root(), List.of("openssl", "version"))
                            .output()
                            .matches("(?s)OpenSSL ([3-9]|\\d\\d).*"),
                    "OpenSSL 3 is missing on this machine");
        }

        @Override
        boolean accepts(Path directory, Envelope envelope, String pem) {
            write(directory, "key.pem", pem);
            byte[] payload = envelope.payload();
            byte[] head = ("DSSEv1 28 application/vnd.in-toto+json " + payload.length + " ")
                    .getBytes(StandardCharsets.US_ASCII);
            byte[] signed = Arrays.copyOf(head, head.length + payload.length);
            System.arraycopy(payload, 0, signed, head.length, payload.length);
            write(directory, "signed.bin", signed);
            write(directory, "signature.bin", envelope.signature());
            Program.Ended ended = Program.run(
                    directory,
                    List.of(
                            "openssl",
                            "pkeyutl",
                            "-verify",
                            "-pubin",
                            "-inkey",
                            "key.pem",
                            "-rawin",
                            "-in",
                            "signed.bin",
                            "-sigfile",
                            "signature.bin"));
            assertThat(ended.output()).containsIgnoringCase("signature verif");
            return ended.code() == 0;
        }
    };

    /** Skips the test, and says why, where this machine lacks the verifier. */
    abstract void requireHere();

    /** Whether it accepts an envelope by a key; may write into the directory. */
    abstract boolean accepts(Path directory, Envelope envelope, String pem);

    private static void requirePrograms(String... names) {
        List<String> missing = Program.missing(names);
        assumeTrue(missing.isEmpty(), missing + " missing on this machine");
    }

    private static void write(Path directory, String name, String text) {
        write(directory, name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(Path directory, String name, byte[] bytes) {
        try {
            Files.createDirectories(directory);
            Files.write(directory.resolve(name), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String readOrEmpty(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Judge.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
