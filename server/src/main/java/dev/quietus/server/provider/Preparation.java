package dev.quietus.server.provider;

import dev.quietus.core.settlement.ProviderCall;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Arrays;
import java.util.Optional;

/** A declared request made ready for one operation. */
sealed interface Preparation {
    /** Sent as {@code user-agent}. */
    String USER_AGENT = "quietus/"
            + Optional.ofNullable(Preparation.class.getPackage().getImplementationVersion())
                    .orElse("dev");

    /**
     * It can be sent.
     *
     * @param request ready to send
     */
    record Ready(HttpRequest request) implements Preparation {}

    /**
     * It cannot be sent.
     *
     * @param why in one line
     */
    record NotReady(String why) implements Preparation {}

    /** Fills in a declared request of a provider for one operation. */
    static Preparation of(HttpDeclaration provider, RequestDeclaration request, ProviderCall call) {
        Expansion body = request.body()
                .map(template -> template.expand(call, Escape.LITERAL))
                .orElseGet(() -> new Expansion.Complete(""));
        return switch (body) {
            case Expansion.Lacking lacking -> new NotReady(lacking.why());
            case Expansion.Complete text ->
                switch (target(provider.baseUrl(), request.path(), call)) {
                    case Expansion.Lacking lacking -> new NotReady(lacking.why());
                    case Expansion.Complete target ->
                        new Ready(request(
                                provider, request, call, URI.create(target.text()), text.text()));
                };
        };
    }

    /**
     * The address of a path for one operation. A value is percent-encoded, so it cannot add a
     * segment; one that would make a segment {@code .} or {@code ..} is refused, since a server may
     * take that for another path.
     */
    static Expansion target(String baseUrl, Template path, ProviderCall call) {
        return switch (path.expand(call, Escape.URI)) {
            case Expansion.Lacking lacking -> lacking;
            case Expansion.Complete complete ->
                hasDotSegment(complete.text())
                        ? new Expansion.Lacking("a value would make the path segment '.' or '..'")
                        : new Expansion.Complete(baseUrl + complete.text());
        };
    }

    /** Tells whether a path (with or without a query) has a segment {@code .} or {@code ..}. */
    static boolean hasDotSegment(String pathAndQuery) {
        int query = pathAndQuery.indexOf('?');
        String path = query < 0 ? pathAndQuery : pathAndQuery.substring(0, query);
        return Arrays.stream(path.split("/", -1))
                .anyMatch(segment -> segment.equals(".") || segment.equals(".."));
    }

    private static HttpRequest request(
            HttpDeclaration provider,
            RequestDeclaration declared,
            ProviderCall call,
            URI target,
            String body) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(target);
        FixedHeaders fixed = provider.headers().with(declared.headers());
        fixed.values().forEach(builder::header);
        if (!fixed.has("accept")) {
            builder.header("accept", "application/json");
        }
        if (!fixed.has("cache-control")) {
            // An answer from a cache was begun before the question and proves nothing.
            builder.header("cache-control", "no-cache");
        }
        if (declared.body().isPresent() && !fixed.has("content-type")) {
            builder.header("content-type", "application/json");
        }
        builder.header("quietus-run-id", call.key().run().value());
        builder.header("quietus-operation-id", call.key().operation().value());
        builder.header("quietus-revocation-epoch", Long.toString(call.revocationEpoch()));
        builder.header("quietus-idempotency-key", call.idempotencyKey().value());
        builder.header("user-agent", USER_AGENT);
        HttpRequest.BodyPublisher publisher = declared.body().isPresent()
                ? HttpRequest.BodyPublishers.ofString(body)
                : HttpRequest.BodyPublishers.noBody();
        return builder.method(declared.method(), publisher).build();
    }
}
