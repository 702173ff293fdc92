package dev.quietus.core.random;

import dev.quietus.core.receipt.ReceiptSigner;

/** Signs nothing: real signatures would take half of the time. */
final class NoSigner implements ReceiptSigner {
    @Override
    public String keyId() {
        return "none";
    }

    @Override
    public byte[] sign(byte[] bytes) {
        return new byte[64];
    }
}
