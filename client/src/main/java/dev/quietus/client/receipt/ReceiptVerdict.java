package dev.quietus.client.receipt;

import dev.quietus.client.json.JsonObject;

import java.util.List;

/** The result of a verification. */
public sealed interface ReceiptVerdict {

    /**
     * The receipt holds.
     *
     * @param receipt the {@code stop_receipt} that was signed
     * @param checks what was checked, one sentence each, and what could not be
     */
    record Valid(JsonObject receipt, List<String> checks) implements ReceiptVerdict {

        /** Keeps a copy of the list. */
        public Valid {
            checks = List.copyOf(checks);
        }
    }

    /**
     * The receipt does not hold.
     *
     * @param faults all that is wrong, at least one
     */
    record Invalid(List<ReceiptFault> faults) implements ReceiptVerdict {

        /**
         * Keeps a copy of the list.
         *
         * @throws IllegalArgumentException if it is empty
         */
        public Invalid {
            if (faults.isEmpty()) {
                throw new IllegalArgumentException("an invalid receipt has at least one fault");
            }
            faults = List.copyOf(faults);
        }
    }
}
