package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.RECEIPT;

import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import java.util.List;

/** How one revision of a receipt lies in its row. */
final class ReceiptShape {
    static final Shape<IssuedReceipt> SHAPE = new Shape<>(
            RECEIPT,
            List.of(
                    RECEIPT.TREE_ID,
                    RECEIPT.BARRIER_ID,
                    RECEIPT.REVISION,
                    RECEIPT.RUN_ID,
                    RECEIPT.DECISION,
                    RECEIPT.ISSUED_AT,
                    RECEIPT.KEY_ID,
                    RECEIPT.ENVELOPE),
            3,
            List.of(),
            ReceiptShape::write,
            ReceiptShape::read);

    private ReceiptShape() {}

    private static void write(RowWriter out, IssuedReceipt receipt) {
        out.text(receipt.tree().value())
                .text(receipt.barrier().value())
                .number(receipt.revision())
                .text(receipt.run().value())
                .text(receipt.decision())
                .time(receipt.issuedAt())
                .text(receipt.keyId())
                .text(receipt.envelope());
    }

    private static IssuedReceipt read(RowReader in) {
        TreeId tree = new TreeId(in.text());
        BarrierId barrier = new BarrierId(in.text());
        int revision = in.integer();
        return new IssuedReceipt(
                tree,
                new RunId(in.text()),
                barrier,
                revision,
                in.text(),
                in.time(),
                in.text(),
                in.text());
    }
}
