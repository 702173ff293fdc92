package dev.quietus.drill.demo;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.receipt.ReceiptVerdict;
import dev.quietus.drill.truth.Evidence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A receipt with its keys and its events as three files. */
final class Proof {
    private final Path receipt;
    private final Path keys;
    private final Path events;

    private Proof(Path folder) {
        this.receipt = folder.resolve("receipt.json");
        this.keys = folder.resolve("receipt-keys.pem");
        this.events = folder.resolve("events.jsonl");
    }

    /**
     * Writes them.
     *
     * @throws UncheckedIOException when that can't be done
     */
    static Proof write(Evidence evidence, Path folder) {
        Proof proof = new Proof(folder);
        try {
            Files.writeString(proof.receipt, evidence.envelope().toPrettyJson() + "\n");
            Files.writeString(proof.keys, evidence.keys());
            Files.write(
                    proof.events,
                    evidence.events().stream().map(JsonObject::toJson).toList());
        } catch (IOException failure) {
            throw new UncheckedIOException("writing the receipt into " + folder, failure);
        }
        return proof;
    }

    /**
     * Verifies from the files alone.
     *
     * @throws UncheckedIOException when one can't be read
     */
    ReceiptVerdict verify() {
        try {
            return new Evidence(
                            Json.parseObject(Files.readString(receipt)),
                            Files.readString(keys),
                            Files.readAllLines(events).stream()
                                    .map(Json::parseObject)
                                    .toList())
                    .verify();
        } catch (IOException failure) {
            throw new UncheckedIOException("reading the receipt", failure);
        }
    }

    /** The command by which anybody checks it. */
    String verifyCommand() {
        return "quietus verify %s --key %s --events %s".formatted(receipt, keys, events);
    }
}
