package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.quietus.core.ledger.LedgerUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers whose answer does not come, beside others whose answer does. */
@Timeout(60)
class AnswerWatchTest {
    private final Waiting waiting = new Waiting(10);
    private final AnswerWatch watch = new AnswerWatch(Duration.ofMillis(200));

    @AfterEach
    void close() {
        watch.close();
    }

    private CompletableFuture<Throwable> asking(Command<String> command) {
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread.startVirtualThread(
                () -> ended.complete(catchThrowable(() -> watch.ask(waiting, command))));
        return ended;
    }

    @Test
    void endsTheWaitOfOneWhomNobodyTook() throws Exception {
        watch.start();
        Command<String> command = new Command<>(_ -> "");
        Throwable told = asking(command).get(30, TimeUnit.SECONDS);
        assertThat(told)
                .isInstanceOf(LedgerUnavailableException.class)
                .hasMessage("waiting for the ledger: no answer within 200 ms; nothing was written");
        assertThat(command.take()).isFalse();
    }

    @Test
    void endsTheWaitOfOneWhoseLaneHangs() throws Exception {
        watch.start();
        Command<String> command = new Command<>(_ -> "");
        CompletableFuture<Throwable> ended = asking(command);
        assertThat(waiting.take(1)).containsExactly(command);
        assertThat(ended.get(30, TimeUnit.SECONDS))
                .hasMessageEndingWith("whether it was written is not known, ask again");
        command.answer();
    }

    /** What one caller waits for does not keep the next one's time from ending. */
    @Test
    void endsOneWaitAfterTheOther() throws Exception {
        watch.start();
        Command<String> first = new Command<>(_ -> "");
        Command<String> second = new Command<>(_ -> "");
        List<CompletableFuture<Throwable>> ended = List.of(asking(first), asking(second));
        for (CompletableFuture<Throwable> one : ended) {
            assertThat(one.get(30, TimeUnit.SECONDS)).hasMessageContaining("no answer within");
        }
    }

    @Test
    void leavesAnAnswerThatCame() throws Exception {
        watch.start();
        Command<String> command = new Command<>(_ -> "");
        CompletableFuture<String> answer = new CompletableFuture<>();
        Thread.startVirtualThread(() -> answer.complete("" + watch.ask(waiting, command)));
        waiting.take(1).forEach(Command::answer);
        assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("null");
        command.overdue(Duration.ofMillis(200));
        assertThat(command.await()).isNull();
    }

    /** A lane that hangs while the ledger is closed still lets its callers go. */
    @Test
    void goesOnUntilNobodyWaits() throws Exception {
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread caller = Thread.startVirtualThread(() ->
                ended.complete(catchThrowable(() -> watch.ask(waiting, new Command<>(_ -> "")))));
        Awaitility.await().until(() -> caller.getState() == Thread.State.WAITING);
        watch.start();
        watch.close();
        assertThat(ended.get(30, TimeUnit.SECONDS)).hasMessageContaining("no answer within");
    }

    @Test
    void asksNoLaneThatTakesNothing() {
        waiting.close();
        assertThatThrownBy(() -> watch.ask(waiting, new Command<>(_ -> "")))
                .isInstanceOf(LedgerUnavailableException.class)
                .hasMessageContaining("it is closed; nothing was written");
    }
}
