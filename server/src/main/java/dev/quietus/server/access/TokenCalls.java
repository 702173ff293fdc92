package dev.quietus.server.access;

import dev.quietus.core.Text;
import dev.quietus.core.Wire;
import dev.quietus.core.authority.Token;
import dev.quietus.server.http.Answer;
import dev.quietus.server.http.Fields;
import dev.quietus.server.http.Problem;
import dev.quietus.server.http.Request;
import dev.quietus.server.http.Route;
import dev.quietus.server.http.Route.Caller;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The calls by which operators give tokens out and take them back. */
public final class TokenCalls {
    private final HolderTokens tokens;

    /** Builds the calls. */
    public TokenCalls(HolderTokens tokens) {
        this.tokens = tokens;
    }

    /** The routes. */
    public List<Route> routes() {
        return List.of(
                new Route("GET", "/v1/tokens", Set.of(Caller.OPERATOR), this::list),
                new Route("POST", "/v1/tokens", Set.of(Caller.OPERATOR), this::create),
                new Route("DELETE", "/v1/tokens/{name}", Set.of(Caller.OPERATOR), this::revoke));
    }

    private Answer list(Request request) {
        request.onlyParameters();
        return Answer.ok(
                Map.of("tokens", tokens.all().stream().map(TokenCalls::shown).toList()));
    }

    private Answer create(Request request) {
        Fields body = request.body();
        Token.Role role =
                body.requiredParsed("role", text -> Wire.parse("role", Token.Role.class, text));
        String name = body.requiredParsed("name", text -> Text.id("name", text));
        body.done();
        Map<String, Object> made = new LinkedHashMap<>();
        made.put("name", name);
        made.put("role", Wire.of(role));
        made.put("token", tokens.create(role, name));
        return new Answer.Document(201, made);
    }

    private Answer revoke(Request request) {
        request.onlyParameters();
        String name = request.part("name", text -> Text.id("name", text));
        int revoked = tokens.revoke(name);
        if (revoked == 0) {
            throw Problem.notFound("token of", name);
        }
        return Answer.ok(Map.of("name", name, "revoked", revoked));
    }

    private static Map<String, Object> shown(Token token) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", token.name());
        fields.put("role", Wire.of(token.role()));
        fields.put("created_at", Wire.time(token.createdAt()));
        return fields;
    }
}
