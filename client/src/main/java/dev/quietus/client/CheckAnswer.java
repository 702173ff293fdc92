package dev.quietus.client;

import dev.quietus.client.json.JsonObject;

/**
 * What authority would say at this moment.
 *
 * @param decision {@code allow} or the denial
 * @param raw the whole answer
 */
public record CheckAnswer(String decision, JsonObject raw) {

    /** Whether it would say yes. Not a permission: only begin gives one. */
    public boolean wouldAllow() {
        return decision.equals(Quietus.ALLOW);
    }
}
