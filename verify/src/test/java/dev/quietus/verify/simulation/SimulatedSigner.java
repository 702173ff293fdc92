package dev.quietus.verify.simulation;

import dev.quietus.core.ledger.Digests;
import dev.quietus.core.receipt.ReceiptSigner;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Signs with a digest over a secret and the bytes: real signatures would take half of the time. */
final class SimulatedSigner implements ReceiptSigner {
    private static final byte[] SECRET = "the simulation's secret".getBytes(StandardCharsets.UTF_8);

    @Override
    public String keyId() {
        return "simulated";
    }

    @Override
    public byte[] sign(byte[] bytes) {
        byte[] all = new byte[SECRET.length + bytes.length];
        System.arraycopy(SECRET, 0, all, 0, SECRET.length);
        System.arraycopy(bytes, 0, all, SECRET.length, bytes.length);
        return HexFormat.of().parseHex(Digests.sha256(all));
    }
}
