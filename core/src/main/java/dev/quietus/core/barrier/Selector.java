package dev.quietus.core.barrier;

import dev.quietus.core.operation.OperationId;
import dev.quietus.core.run.CapabilityPattern;

/** Which work of a run a stop is about. */
public sealed interface Selector {
    /** The selector in one word, as it is stored: two stops are the same when this is the same. */
    String word();

    /** Everything: the run's authority is revoked, with every run below it. */
    record Everything() implements Selector {
        @Override
        public String word() {
            return "everything";
        }
    }

    /**
     * One operation; the run goes on.
     *
     * @param operation its id
     */
    record OneOperation(OperationId operation) implements Selector {
        @Override
        public String word() {
            return "operation:" + operation;
        }
    }

    /**
     * The matching tools, in every run below as well; the run goes on without them.
     *
     * @param pattern the tools
     */
    record Tools(CapabilityPattern pattern) implements Selector {
        @Override
        public String word() {
            return "tool:" + pattern;
        }
    }

    /** Reads the stored word. */
    static Selector parse(String word) {
        if (word.equals("everything")) {
            return new Everything();
        }
        if (word.startsWith("operation:")) {
            return new OneOperation(new OperationId(word.substring("operation:".length())));
        }
        if (word.startsWith("tool:")) {
            return new Tools(new CapabilityPattern(word.substring("tool:".length())));
        }
        throw new IllegalArgumentException(
                "selector '" + word + "' is none of everything, operation:…, tool:…");
    }
}
