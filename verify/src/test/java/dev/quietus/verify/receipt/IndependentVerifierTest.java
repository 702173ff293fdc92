package dev.quietus.verify.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs that are not ours accept what the product signs, and refuse it once it was touched. */
@ParameterizedClass
@EnumSource(Judge.class)
class IndependentVerifierTest {

    private final Judge judge;
    private final ExampleReceipts receipts = new ExampleReceipts();

    @TempDir
    private Path directory = Path.of("");

    IndependentVerifierTest(Judge judge) {
        this.judge = judge;
    }

    @BeforeEach
    void judgeIsHere() {
        judge.requireHere();
    }

    @Test
    void acceptsReceiptsOfBothDecisions() {
        assertThat(List.of(receipts.incomplete(ExampleKey.FIRST), receipts.quiet(ExampleKey.FIRST)))
                .allMatch(receipt -> accepts(Envelope.of(receipt), ExampleKey.FIRST));
    }

    @Test
    void refusesAPayloadWithOneBitFlipped() {
        Envelope genuine = Envelope.of(receipts.quiet(ExampleKey.FIRST));
        int bits = genuine.payload().length * 8;

        assertThat(List.of(0, bits / 2, bits - 1))
                .noneMatch(bit -> accepts(genuine.withPayloadBitFlipped(bit), ExampleKey.FIRST));
    }

    @Test
    void refusesAnotherKey() {
        Envelope genuine = Envelope.of(receipts.quiet(ExampleKey.FIRST));

        assertThat(accepts(genuine, ExampleKey.SECOND)).isFalse();
    }

    private boolean accepts(Envelope envelope, ExampleKey key) {
        return judge.accepts(directory, envelope, key.pem());
    }
}
