package dev.quietus.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.server.QuietusServer;
import dev.quietus.server.ServerSettings;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFileTest {
    @TempDir
    private Path directory;

    private static void mode(Path file, String mode) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw------x"})
    void isNotReadWhenOthersHaveAccess(String mode) throws IOException {
        Path file = directory.resolve("secret");
        SecretFile.create(file, "s3cret");
        assertThat(SecretFile.read(file)).isEqualTo("s3cret");
        mode(file, mode);

        assertThatThrownBy(() -> SecretFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("chmod 600")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void isNeverWrittenOver() throws IOException {
        Path file = directory.resolve("secret");
        SecretFile.create(file, "first");

        assertThatThrownBy(() -> SecretFile.create(file, "second"))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(SecretFile.read(file)).isEqualTo("first");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lease.secret", "keys/receipt-signing.key.pem"})
    void keepsAServerFromStartingWhenOthersCanReadIt(String name) throws IOException {
        TestingServer.in(directory).close();
        mode(directory.resolve(name), "rw-r--r--");

        assertThatThrownBy(() -> QuietusServer.start(ServerSettings.in(directory, 0)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(name)
                .hasMessageContaining("chmod 600");

        mode(directory.resolve(name), "rw-------");
        TestingServer.in(directory).close();
    }

    @Test
    void keepsAServerFromStartingWhenItHoldsNoSecret() throws IOException {
        TestingServer.in(directory).close();
        Path file = directory.resolve("lease.secret");
        String whole = Files.readString(file);
        for (String broken : List.of("", "zz", whole.substring(2))) {
            Files.writeString(file, broken);
            assertThatThrownBy(() -> QuietusServer.start(ServerSettings.in(directory, 0)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("lease secret");
        }
    }

    @Test
    void isNotMadeByASecondServerThatFindsTheLedgerInUse() throws IOException {
        try (TestingServer first = TestingServer.in(directory)) {
            Files.delete(directory.resolve("lease.secret"));
            assertThatThrownBy(() -> QuietusServer.start(ServerSettings.in(directory, 0)))
                    .hasMessageContaining("ledger");
            assertThat(Files.exists(directory.resolve("lease.secret"))).isFalse();
            assertThat(first.get("/health/ready", "").status()).isEqualTo(200);
        }
    }
}
