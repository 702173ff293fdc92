package dev.quietus.verify.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.receipt.ReceiptVerdict;
import dev.quietus.client.receipt.ReceiptVerifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Changed receipts, events and keys in the verifier that clients have: none is taken for valid,
 * unless it says exactly the same in another spelling, and none makes the verifier fail otherwise
 * than it says.
 */
class ReceiptFuzzTest {
    private static final int ROUNDS = 1_200;

    /** Every byte in a long run; in the usual one so many are passed over. */
    private static final int STEP = Mutants.of(0).rounds() > ROUNDS ? 1 : 7;

    private final Original original = Original.read();

    @Test
    void takesTheOriginalForValid() {
        assertThat(original.saysTheSame(original.receipt())).isTrue();
        assertThat(original.sameEvents(Original.eventsOf(original.events()))).isTrue();
    }

    @Test
    void findsEverySingleBitOfTheSignature() {
        byte[] signature = Base64.getDecoder().decode(signatures().getFirst().string("sig"));
        for (int bit = 0; bit < signature.length * 8; bit++) {
            assertInvalid(signed(Base64.getEncoder().encodeToString(turned(signature, bit))), bit);
        }
    }

    @Test
    void findsSingleBitsOfThePayload() {
        byte[] payload = Base64.getDecoder().decode(envelope().string("payload"));
        for (int at = 0; at < payload.length; at += STEP) {
            byte[] changed = turned(payload, at * 8 + at % 8);
            JsonObject mutant = envelope()
                    .with("payload", new JsonString(Base64.getEncoder().encodeToString(changed)));
            assertInvalid(mutant, at);
        }
    }

    @Test
    void findsSingleBitsOfTheEnvelope() {
        everyByte(original.envelope(), mutant -> judge(mutant, original.events(), original.key()));
    }

    @Test
    void findsSingleBitsOfTheEvents() {
        everyByte(original.events(), mutant -> judge(original.envelope(), mutant, original.key()));
    }

    /** Whoever changes an event and makes all hashes behind it anew still has the signed head. */
    @Test
    void findsAChainThatWasMadeAnewBehindAChange() {
        List<JsonObject> events = Original.eventsOf(original.events());
        long covered = original.receipt().object("evidence").integer("event_count");
        for (int at = 0; at < covered; at++) {
            List<JsonObject> forged = forged(events, at);
            ReceiptVerdict verdict = ReceiptVerifier.verify(
                    envelope(), Original.keysOf(original.key()), Optional.of(forged));
            assertThat(verdict).as("event %d", at + 1).isInstanceOf(ReceiptVerdict.Invalid.class);
        }
    }

    private static List<JsonObject> forged(List<JsonObject> events, int at) {
        List<JsonObject> forged = new ArrayList<>(events);
        String before = at == 0 ? "0".repeat(64) : events.get(at - 1).string("hash");
        for (int i = at; i < events.size(); i++) {
            JsonObject event = events.get(i).with("prev_hash", new JsonString(before));
            if (i == at) {
                event = event.with("type", new JsonString("run_registered"))
                        .with("run_id", new JsonString("another"));
            }
            before = Original.hash(event);
            forged.set(i, event.with("hash", new JsonString(before)));
        }
        return forged;
    }

    @Test
    void findsEverySingleBitOfTheKey() {
        for (int bit = 0; bit < original.key().length * 8; bit++) {
            judge(original.envelope(), original.events(), turned(original.key(), bit));
        }
    }

    @Test
    void findsChangedFieldsAndBytes() {
        Mutants.of(ROUNDS).each(random -> {
            switch (random.nextInt(5)) {
                case 0 ->
                    judge(bytes(original.envelope(), random), original.events(), original.key());
                case 1 ->
                    judge(original.envelope(), bytes(original.events(), random), original.key());
                case 2 ->
                    judge(original.envelope(), original.events(), bytes(original.key(), random));
                case 3 ->
                    judge(fields(original.envelope(), random), original.events(), original.key());
                default ->
                    judge(original.envelope(), fields(original.events(), random), original.key());
            }
        });
    }

    /** Behind a signature that is trusted, too, nothing makes it fail otherwise than it says. */
    @Test
    void judgesWhateverIsSigned() {
        TestSigner signer = new TestSigner();
        byte[] payload = Base64.getDecoder().decode(envelope().string("payload"));
        Mutants.of(ROUNDS / 3).each(random -> {
            byte[] mutant =
                    random.nextInt(4) == 0 ? bytes(payload, random) : fields(payload, random);
            ReceiptVerdict verdict = ReceiptVerifier.verify(
                    signer.signed(mutant),
                    List.of(signer.key()),
                    Optional.of(Original.eventsOf(original.events())));
            if (verdict instanceof ReceiptVerdict.Invalid invalid) {
                assertThat(invalid.faults()).isNotEmpty();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("kept")
    void refusesWhatIsKept(Path envelope) throws Exception {
        judge(Files.readAllBytes(envelope), original.events(), original.key());
    }

    static List<Path> kept() {
        return Kept.files("receipts");
    }

    private JsonObject envelope() {
        return Original.object(original.envelope());
    }

    private List<JsonObject> signatures() {
        return envelope().array("signatures").objects();
    }

    private JsonObject signed(String signature) {
        return Original.object(new String(original.envelope(), StandardCharsets.UTF_8)
                .replace(signatures().getFirst().string("sig"), signature)
                .getBytes(StandardCharsets.UTF_8));
    }

    private void assertInvalid(JsonObject envelope, int at) {
        assertThat(ReceiptVerifier.verify(
                        envelope, Original.keysOf(original.key()), Optional.empty()))
                .as("change at %d", at)
                .isInstanceOf(ReceiptVerdict.Invalid.class);
    }

    /** Valid only if every single part says the same. */
    private void judge(byte[] envelope, byte[] events, byte[] key) {
        ReceiptVerdict verdict;
        try {
            verdict = Original.verdict(envelope, events, key);
        } catch (JsonException noDocument) {
            return;
        } catch (IllegalArgumentException noKey) {
            assertThat(noKey).hasMessageStartingWith("PEM text: ");
            return;
        }
        switch (verdict) {
            case ReceiptVerdict.Invalid invalid -> assertThat(invalid.faults()).isNotEmpty();
            case ReceiptVerdict.Valid valid -> {
                assertThat(original.saysTheSame(valid.receipt())).isTrue();
                assertThat(original.sameEvents(Original.eventsOf(events))).isTrue();
                assertThat(Original.keysOf(key))
                        .contains(Original.keysOf(original.key()).getFirst());
            }
        }
    }

    /** What is judged of a mutant. */
    @FunctionalInterface
    private interface Judgement {
        void of(byte[] mutant);
    }

    private static void everyByte(byte[] file, Judgement judgement) {
        for (int at = 0; at < file.length; at += STEP) {
            byte[] mutant = turned(file, at * 8 + at % 8);
            try {
                judgement.of(mutant);
            } catch (RuntimeException | AssertionError wrong) {
                throw new AssertionError("byte " + at + " of " + file.length + ": " + wrong, wrong);
            }
        }
    }

    private static byte[] turned(byte[] bytes, int bit) {
        byte[] mutant = bytes.clone();
        mutant[bit / 8] ^= (byte) (1 << bit % 8);
        return mutant;
    }

    private static byte[] bytes(byte[] file, SplittableRandom random) {
        return random.nextBoolean()
                ? ByteMutation.bit(file, random)
                : ByteMutation.of(file, random);
    }

    private static byte[] fields(byte[] file, SplittableRandom random) throws Exception {
        return JsonMutation.of(AnswerRules.JSON.readTree(file), random)
                .getBytes(StandardCharsets.UTF_8);
    }
}
