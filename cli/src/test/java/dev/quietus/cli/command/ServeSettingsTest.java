package dev.quietus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.cli.testing.TestingConsole;
import dev.quietus.cli.view.CommandException;
import dev.quietus.core.settlement.Policy;
import dev.quietus.ledger.LedgerAddress;
import dev.quietus.server.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ServeSettingsTest {

    @TempDir
    private Path folder;

    private ServerSettings read(String... args) {
        try (Invocation invocation = new Invocation(TestingConsole.in(folder).console())) {
            ServeCommand command = new ServeCommand(invocation);
            CommandLine line = new CommandLine(command);
            CommandLines.settle(line, invocation);
            line.parseArgs(args);
            return new ServeSettings(invocation, command).read();
        }
    }

    @Test
    void isOnLoopbackWithTokensUnlessToldOtherwise() {
        ServerSettings settings = read();
        Path state = folder.resolve("home/.local/state/quietus");

        assertThat(settings.listen()).hasToString("/127.0.0.1:7171");
        assertThat(settings.ledger()).isEqualTo(new LedgerAddress.File(state.resolve("ledger.db")));
        assertThat(settings.stateDirectory()).isEqualTo(state);
        assertThat(settings.tokens()).isTrue();
        assertThat(settings.providers()).isEmpty();
        assertThat(settings.policy()).isEqualTo(Policy.DEFAULT);
        assertThat(settings.operatorName()).isNotEmpty();
    }

    @Test
    void flagsAreTaken() {
        ServerSettings settings = read(
                "--listen",
                "[::1]:0",
                "--ledger",
                "sqlite:here.db",
                "--providers",
                "p.yaml",
                "--no-tokens",
                "--quiet-period",
                "5s",
                "--settle-timeout",
                "2m");

        assertThat(settings.listen().getAddress().isLoopbackAddress()).isTrue();
        assertThat(settings.listen().getPort()).isZero();
        assertThat(settings.ledger()).isEqualTo(new LedgerAddress.File(folder.resolve("here.db")));
        assertThat(settings.providers()).contains(folder.resolve("p.yaml"));
        assertThat(settings.tokens()).isFalse();
        assertThat(settings.policy().quietPeriod()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.policy().settleTimeout()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void theFileIsTakenWhereNoFlagIs() throws IOException {
        Files.writeString(folder.resolve("quietus.yaml"), """
                listen: 127.0.0.1:7272
                ledger: sqlite:/tmp/x.db
                tokens: false
                quiet_period: 7s
                """);

        ServerSettings settings = read("--listen", "127.0.0.1:7373");

        assertThat(settings.listen().getPort()).isEqualTo(7373);
        assertThat(settings.ledger()).isEqualTo(new LedgerAddress.File(Path.of("/tmp/x.db")));
        assertThat(settings.tokens()).isFalse();
        assertThat(settings.policy().quietPeriod()).isEqualTo(Duration.ofSeconds(7));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--listen 7171 | listen: expected HOST:PORT, found '7171' (from --listen)",
                "--listen x:y | listen: expected HOST:PORT, found 'x:y' (from --listen)",
                "--listen 127.0.0.1:70000 | listen: expected HOST:PORT",
                "--listen no.such.host.invalid:1 | listen: no such host 'no.such.host.invalid'",
                "--ledger postgresql://u:secret@x | ledger: the ledger's address names no database",
                "--ledger mysql://u:secret@x/y | ledger: expected sqlite:PATH or"
                        + " postgresql://HOST/DATABASE, found 'mysql://…'"
            })
    void whatCantBeIsRefusedWithItsSource(String line, String problem) {
        assertThatThrownBy(() -> read(line.split(" ", -1)))
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith(problem);
    }

    @Test
    void anAddressBeyondLoopbackNeedsTokens() {
        assertThatThrownBy(() -> read("--listen", "0.0.0.0:0", "--no-tokens"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs tokens");
    }
}
