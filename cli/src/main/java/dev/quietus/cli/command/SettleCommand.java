package dev.quietus.cli.command;

import dev.quietus.cli.view.Line;
import dev.quietus.client.HandSettlement;
import dev.quietus.client.json.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quietus settle OP}: a named person resolves an unknown outcome with evidence. */
@Command
final class SettleCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            paramLabel = "OP",
            description = "RUN/OPERATION, or the operation where it is unique.")
    String address = "";

    @Option(
            names = "--as",
            paramLabel = "STATE",
            required = true,
            description = "completed_and_verified (you saw the effect) or cancelled_without_effect"
                    + " (there is none, and none can come).")
    As as = As.COMPLETED_AND_VERIFIED;

    @Option(
            names = "--evidence",
            paramLabel = "TEXT",
            required = true,
            description = "What you saw, and where; stands in the receipt with your name.")
    String evidence = "";

    /** The states a person may give, spelled as on the wire. */
    enum As {
        /** The effect is there. */
        COMPLETED_AND_VERIFIED(HandSettlement.COMPLETED_AND_VERIFIED),
        /** There is no effect. */
        CANCELLED_WITHOUT_EFFECT(HandSettlement.CANCELLED_WITHOUT_EFFECT);

        private final HandSettlement settlement;

        As(HandSettlement settlement) {
            this.settlement = settlement;
        }

        @Override
        public String toString() {
            return settlement.wireName();
        }
    }

    SettleCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        JsonObject found = new Addresses(invocation).operation(address);
        JsonObject settled = invocation
                .server()
                .settle(
                        found.string("run_id"),
                        found.string("operation_id"),
                        as.settlement,
                        evidence);
        new Decided(invocation.console()).tell("settled as " + Line.words(as.toString()), settled);
        return 0;
    }
}
