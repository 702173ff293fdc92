package dev.quietus.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.quietus.core.authority.Token;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.ledger.SqliteLedger;
import dev.quietus.ledger.SqliteSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Looking up tokens together is looking up each of them, after it was asked for. */
@Timeout(60)
class TokenLooksTest {
    @TempDir
    private Path directory;

    private SqliteLedger ledger;

    @BeforeEach
    void opensALedger() {
        ledger = SqliteLedger.open(SqliteSettings.of(directory.resolve("ledger.db")));
        for (int i = 0; i < 40; i++) {
            keep("hash-" + i, "name-" + i);
        }
    }

    @AfterEach
    void closesIt() {
        ledger.close();
    }

    private void keep(String hash, String name) {
        ledger.write(records -> {
            records.insert(new Token(hash, Token.Role.WORKER, name, records.now()));
            return true;
        });
    }

    /** A caller who has asked and waits for the answer. */
    private static FutureTask<Optional<Token>> asking(TokenLooks looks, String hash) {
        FutureTask<Optional<Token>> task = new FutureTask<>(() -> looks.find(hash));
        Thread caller = Thread.ofPlatform().daemon().start(task);
        await().until(() -> caller.getState() == Thread.State.WAITING);
        return task;
    }

    @Test
    void whoComesWhileOthersAreLookedUpIsLookedUpWithTheNext() throws Exception {
        HeldLedger held = new HeldLedger(ledger);
        TokenLooks looks = new TokenLooks(held);
        FutureTask<Optional<Token>> first = asking(looks, "hash-0");
        List<FutureTask<Optional<Token>>> others = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            others.add(asking(looks, "hash-" + i));
        }
        FutureTask<Optional<Token>> nobodys = asking(looks, "none");
        held.answer(2);
        assertThat(first.get()).map(Token::name).contains("name-0");
        for (int i = 1; i <= 20; i++) {
            assertThat(others.get(i - 1).get()).map(Token::name).contains("name-" + i);
        }
        assertThat(nobodys.get()).isEmpty();
        assertThat(held.reads()).isEqualTo(2);
    }

    @Test
    void aTokenThatWasTakenAwayBeforeItWasAskedForIsNotFound() throws Exception {
        HeldLedger held = new HeldLedger(ledger);
        TokenLooks looks = new TokenLooks(held);
        FutureTask<Optional<Token>> before = asking(looks, "hash-0");
        int revoked = ledger.write(records -> records.revokeTokens("name-0"));
        assertThat(revoked).isOne();
        FutureTask<Optional<Token>> after = asking(looks, "hash-0");
        held.answer(2);
        assertThat(before.get()).isPresent();
        assertThat(after.get()).isEmpty();
    }

    @Test
    void manyTokensAreLookedUpInBoundedReads() throws Exception {
        HeldLedger held = new HeldLedger(ledger);
        TokenLooks looks = new TokenLooks(held);
        List<FutureTask<Optional<Token>>> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(asking(looks, "hash-" + i));
        }
        held.answer(3);
        for (int i = 0; i < 40; i++) {
            assertThat(all.get(i).get()).map(Token::name).contains("name-" + i);
        }
        assertThat(held.reads()).isEqualTo(3);
    }

    @Test
    void aRecordThatCanNotBeReadIsToldToEachAndNotKept() {
        TokenLooks looks = new TokenLooks(ledger);
        ledger.close();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> looks.find("hash-0"))
                    .isInstanceOf(LedgerUnavailableException.class);
        }
    }
}
