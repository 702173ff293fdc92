package dev.quietus.client.receipt;

/**
 * One thing that is wrong with a receipt or its events.
 *
 * @param code what kind of fault it is
 * @param sentence what was expected and what was found, with the operation or event it is about
 */
public record ReceiptFault(FaultCode code, String sentence) {

    @Override
    public String toString() {
        return code.wireName() + ": " + sentence;
    }
}
