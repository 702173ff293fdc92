package dev.quietus.verify.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.documents.Document;
import dev.quietus.verify.server.TestingQuietus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Receipts of a real server, not of the example: the same judges, schema and commands. */
class LiveReceiptTest {

    private static final String RUN = "release-1";

    @TempDir
    private Path directory = Path.of("");

    private TestingQuietus quietus;
    private String barrier = "";

    /** Nobody can be asked about the tool, so its outcome is unknown until a person settles it. */
    @BeforeEach
    void stopARunWithWorkInFlight() {
        quietus = TestingQuietus.start(directory.resolve("server"), Optional.empty());
        quietus.run(RUN);
        begin("publish-1", "docs.publish", "expected");
        begin("model-1", "model.messages", "none");
        barrier = quietus.stop(RUN).string("barrier_id");
        finishModelRequest();
        quietus.awaitBarrier(barrier, "incomplete");
        quietus.operator()
                .post(
                        object("as", "cancelled_without_effect", "evidence", "nothing is online"),
                        "runs",
                        RUN,
                        "operations",
                        "publish-1",
                        "settle");
        quietus.passQuiet(barrier);
    }

    @AfterEach
    void close() {
        quietus.close();
    }

    private void begin(String operation, String tool, String effects) {
        JsonObject body = object("worker", "w-1", "request_id", operation)
                .with("operation", object("tool", tool, "effects", effects));
        quietus.operator().post(body, "runs", RUN, "operations", operation, "begin");
    }

    private void finishModelRequest() {
        JsonObject body = JsonObject.builder()
                .put("attempt", 1)
                .put("worker", "w-1")
                .put("outcome", "cancelled")
                .build();
        quietus.operator().post(body, "runs", RUN, "operations", "model-1", "finish");
    }

    private static JsonObject object(String one, String first, String other, String second) {
        return JsonObject.builder().put(one, first).put(other, second).build();
    }

    @Test
    void everyRevisionFitsTheSchema() {
        List<String> decisions = new ArrayList<>();
        for (Envelope revision : revisions()) {
            assertThat(Schemas.faults(revision.statement()))
                    .as("%s", revision.statement())
                    .isEmpty();
            decisions.add(Envelope.parsed(revision.statement())
                    .at("/predicate/stop_receipt/decision")
                    .textValue());
        }

        assertThat(decisions).containsExactly("stop_incomplete", "stopped_and_quiet");
    }

    @ParameterizedTest
    @EnumSource(Judge.class)
    void othersAcceptEveryRevision(Judge judge) {
        judge.requireHere();
        String key = quietus.operator()
                .get("keys")
                .array("keys")
                .objects()
                .getFirst()
                .string("public_key_pem");

        assertThat(revisions()).allMatch(revision -> judge.accepts(directory, revision, key));
    }

    @Test
    void commandsOfTheDocumentFetchAndVerifyIt() throws Exception {
        List<String> missing =
                Program.missing("sh", "curl", "openssl", "jq", "base64", "sha256sum", "cut");
        assumeTrue(missing.isEmpty(), missing + " missing on this machine");
        Path work = Files.createDirectory(directory.resolve("by-hand"));
        Map<String, String> environment = Map.of(
                "QUIETUS_URL", quietus.url(), "QUIETUS_TOKEN", quietus.operatorToken(), "RUN", RUN);

        for (String block :
                Document.read("docs/stop-receipt.md").blocks("## Verifying by hand", "sh")) {
            Program.Ended ended = Program.run(work, List.of("sh", "-eu", "-c", block), environment);
            assertThat(ended.code()).as("%s\n%s", block, ended.output()).isZero();
            assertThat(ended.output()).doesNotContain("false");
        }
    }

    private List<Envelope> revisions() {
        List<Envelope> all = new ArrayList<>();
        for (int revision = 1; revision <= 2; revision++) {
            all.add(Envelope.of(envelope(revision)));
        }
        return all;
    }

    private String envelope(int revision) {
        HttpCall call = HttpCall.get("v1", "barriers", barrier, "receipt")
                .query("revision", Integer.toString(revision));
        HttpAnswer answer = quietus.operator().quietus().client().call(call);
        assertThat(answer).isInstanceOf(HttpAnswer.Answered.class);
        return ((HttpAnswer.Answered) answer).object().object("envelope").toString();
    }
}
