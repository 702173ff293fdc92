package dev.quietus.client.receipt;

import java.util.ArrayList;
import java.util.List;

/** Gathers faults and passed checks in the course of one verification. */
final class Findings {

    /** Whoever tampers with a million events need not be told about each. */
    private static final int MOST_FAULTS = 200;

    private final List<ReceiptFault> faults = new ArrayList<>();
    private final List<String> checks = new ArrayList<>();

    void fault(FaultCode code, String sentence) {
        if (faults.size() < MOST_FAULTS) {
            faults.add(new ReceiptFault(code, sentence));
        }
    }

    /** Notes a fault if the condition does not hold. */
    boolean require(boolean holds, FaultCode code, String sentence) {
        if (!holds) {
            fault(code, sentence);
        }
        return holds;
    }

    void passed(String check) {
        checks.add(check);
    }

    int faultCount() {
        return faults.size();
    }

    List<ReceiptFault> faults() {
        return faults;
    }

    List<String> checks() {
        return checks;
    }
}
