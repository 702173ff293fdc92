package dev.quietus.server.receipt;

import dev.quietus.core.Wire;
import dev.quietus.server.http.Answer;
import dev.quietus.server.http.Problem;
import dev.quietus.server.http.Request;
import dev.quietus.server.http.Route;
import dev.quietus.server.http.Route.Caller;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The calls on the keys that sign receipts; a private key never leaves its file. */
public final class KeyCalls {
    private final SigningKeys keys;

    /** Builds the calls. */
    public KeyCalls(SigningKeys keys) {
        this.keys = keys;
    }

    /** The routes. */
    public List<Route> routes() {
        return List.of(
                new Route(
                        "GET",
                        "/v1/keys",
                        Set.of(Caller.OPERATOR, Caller.AUDITOR, Caller.WORKER, Caller.AGENT),
                        this::list),
                new Route("POST", "/v1/keys/rotate", Set.of(Caller.OPERATOR), this::rotate));
    }

    private Answer list(Request request) {
        request.onlyParameters();
        try {
            return Answer.ok(Map.of(
                    "keys", keys.publicKeys().stream().map(KeyCalls::shown).toList()));
        } catch (IOException e) {
            throw new Problem(
                    Problem.Code.RECORD_NOT_WRITTEN, "the keys can't be read: " + e.getMessage());
        }
    }

    private Answer rotate(Request request) {
        request.body().done();
        try {
            String before = keys.keyId();
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("key_id", keys.rotate());
            fields.put("replaces", before);
            return Answer.ok(fields);
        } catch (IOException e) {
            throw new Problem(
                    Problem.Code.RECORD_NOT_WRITTEN,
                    "the new key can't be written: " + e.getMessage());
        }
    }

    private static Map<String, Object> shown(SigningKeys.PublicKeyFile key) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("key_id", key.keyId());
        fields.put("public_key_pem", key.pem());
        fields.put("state", key.current() ? "current" : "retired");
        fields.put("created_at", Wire.time(key.createdAt()));
        return fields;
    }
}
