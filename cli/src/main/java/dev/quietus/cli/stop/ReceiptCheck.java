package dev.quietus.cli.stop;

import dev.quietus.cli.config.LocalKeys;
import dev.quietus.cli.config.Places;
import dev.quietus.cli.view.BarrierFacts;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.receipt.ReceiptFault;
import dev.quietus.client.receipt.ReceiptKey;
import dev.quietus.client.receipt.ReceiptVerdict;
import dev.quietus.client.receipt.ReceiptVerifier;

import java.util.List;
import java.util.Optional;

/**
 * What a look at the receipt of a stop came to.
 *
 * @param words for the person at the button: {@code receipt valid}
 * @param holds false only if the receipt was read and is wrong
 */
record ReceiptCheck(String words, boolean holds) {

    /** Fetches the newest receipt and checks it with the keys of this machine. */
    static ReceiptCheck of(Quietus server, BarrierFacts barrier, Console console) {
        JsonObject envelope;
        try {
            HttpCall call = HttpCall.get("v1", "barriers", barrier.id(), "receipt");
            if (!(server.client().call(call) instanceof HttpAnswer.Answered answered)) {
                return new ReceiptCheck("receipt not read", true);
            }
            envelope = answered.object().object("envelope");
        } catch (QuietusException | JsonException e) {
            return new ReceiptCheck("receipt not read: " + e.getMessage(), true);
        }
        Places places = new Places(console.env(), console.directory());
        List<ReceiptKey> keys;
        try {
            keys = LocalKeys.in(places.keys());
        } catch (CommandException e) {
            return new ReceiptCheck("receipt not checked: " + e.getMessage(), true);
        }
        if (keys.isEmpty()) {
            return new ReceiptCheck("receipt not checked, no key in " + places.keys(), true);
        }
        ReceiptVerdict verdict = ReceiptVerifier.verify(envelope, keys, Optional.empty());
        if (verdict instanceof ReceiptVerdict.Invalid invalid) {
            for (ReceiptFault fault : invalid.faults()) {
                console.note("quietus: receipt of " + barrier.id() + ": " + fault);
            }
            return new ReceiptCheck("receipt NOT valid", false);
        }
        return new ReceiptCheck("receipt valid", true);
    }
}
