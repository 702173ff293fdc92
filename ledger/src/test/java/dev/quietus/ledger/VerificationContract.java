package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.quietus.core.ledger.CanonicalJson;
import dev.quietus.core.ledger.Digests;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import dev.quietus.ledger.LedgerVerification.Fault;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

abstract class VerificationContract {
    private static final TreeId TREE = new TreeId("b");

    @RegisterExtension
    final TestingLedger ledger;

    VerificationContract(Engine engine) {
        ledger = new TestingLedger(engine).leftAlone();
    }

    @BeforeEach
    void writesThreeTreesOfSixEvents() {
        for (int event = 1; event <= 6; event++) {
            EventDraft draft = EventDraft.of(EventType.OPERATION_BEGUN, new RunId("run"))
                    .with("number", (long) event)
                    .with("text", "ü");
            for (int tree = 0; tree < 3; tree++) {
                TreeId id = new TreeId(List.of("a", "b", "c").get(tree));
                ledger.run(records -> records.append(id, draft));
            }
        }
    }

    private void tamper(String sql) throws SQLException {
        ledger.tamper(sql);
    }

    private void finds(Fault fault, long seq) {
        assertThat(ledger.verified().findings())
                .extracting(
                        LedgerVerification.Finding::tree,
                        LedgerVerification.Finding::fault,
                        LedgerVerification.Finding::seq)
                .containsExactly(tuple(TREE, fault, seq));
    }

    @Test
    void findsNothingInAnUntouchedLedger() {
        LedgerVerification verification = ledger.verified();
        assertThat(verification.clean()).isTrue();
        assertThat(verification.trees()).isEqualTo(3);
        assertThat(verification.events()).isEqualTo(18);
    }

    @Test
    void verifiesALedgerThatIsOpen() {
        assertThat(LedgerVerification.verify(ledger.ledger()).clean()).isTrue();
        assertThat(ledger.verified().events()).isEqualTo(18);
    }

    @Test
    void findsAChangedDetail() throws SQLException {
        tamper("UPDATE event SET data = replace(data, '3', '4') WHERE tree_id = 'b' AND seq = 3");
        finds(Fault.CHANGED, 3);
    }

    @Test
    void findsAChangedTime() throws SQLException {
        tamper("UPDATE event SET at = at + 1 WHERE tree_id = 'b' AND seq = 6");
        finds(Fault.CHANGED, 6);
    }

    @Test
    void findsWhatCanNotBeRead() throws SQLException {
        tamper("UPDATE event SET type = 'nonsense', data = '{' WHERE tree_id = 'b' AND seq = 1");
        finds(Fault.CHANGED, 1);
    }

    @Test
    void findsAChangeWhoseOwnHashWasMadeToFit() throws SQLException {
        var changed = changedEvent();
        String data = CanonicalJson.write(Map.of("number", 99L, "text", "ü"));
        changed.put("data", Map.of("number", 99L, "text", "ü"));
        String hash = Digests.sha256(CanonicalJson.write(changed));
        tamper("UPDATE event SET data = '" + data + "', hash = '" + hash
                + "' WHERE tree_id = 'b' AND seq = 3");
        finds(Fault.BROKEN_LINK, 4);
    }

    private Map<String, Object> changedEvent() {
        return ledger.ledger()
                .queries()
                .events(TREE, Optional.empty(), 2, 1)
                .getFirst()
                .event()
                .hashed();
    }

    @Test
    void findsADroppedEvent() throws SQLException {
        tamper("DELETE FROM event WHERE tree_id = 'b' AND seq = 4");
        finds(Fault.MISSING, 4);
    }

    @Test
    void findsADroppedEnd() throws SQLException {
        tamper("DELETE FROM event WHERE tree_id = 'b' AND seq = 6");
        finds(Fault.WRONG_HEAD, 6);
    }

    @Test
    void findsADroppedTree() throws SQLException {
        tamper("DELETE FROM event WHERE tree_id = 'b'");
        finds(Fault.WRONG_HEAD, 6);
    }

    @Test
    void findsADroppedHead() throws SQLException {
        tamper("DELETE FROM chain WHERE tree_id = 'b'");
        finds(Fault.WRONG_HEAD, 6);
    }

    @Test
    void findsAnotherHead() throws SQLException {
        tamper("UPDATE chain SET head_hash = '" + "a".repeat(64) + "' WHERE tree_id = 'b'");
        finds(Fault.WRONG_HEAD, 6);
    }

    @Test
    void findsEventsThatChangedPlaces() throws SQLException {
        tamper("UPDATE event SET seq = seq + 100 WHERE tree_id = 'b' AND seq IN (3, 4)");
        tamper("UPDATE event SET seq = CASE seq WHEN 103 THEN 4 ELSE 3 END WHERE seq > 100");
        assertThat(ledger.verified().findings())
                .extracting(LedgerVerification.Finding::fault, LedgerVerification.Finding::seq)
                .containsExactly(tuple(Fault.CHANGED, 3L), tuple(Fault.CHANGED, 4L));
    }
}
