package dev.quietus.gateway.mcp.link;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Which headers go from one side to the other: all but those of the connection itself. */
public final class PassedHeaders {
    /** The session that a request belongs to. */
    static final String SESSION = "Mcp-Session-Id";

    /** The revision that is spoken. */
    static final String REVISION = "MCP-Protocol-Version";

    /** Where a stream is taken up again. */
    static final String LAST_EVENT = "Last-Event-ID";

    private static final Set<String> OF_THE_CONNECTION = Set.of(
            "connection",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "host",
            "expect",
            "content-length",
            "accept-encoding",
            "content-encoding",
            "origin",
            "date");

    private PassedHeaders() {}

    /** Those that may be passed on, names without regard to case. */
    public static Map<String, List<String>> of(Map<String, List<String>> all) {
        Map<String, List<String>> passed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!OF_THE_CONNECTION.contains(lower) && !lower.startsWith(":")) {
                passed.put(name, List.copyOf(values));
            }
        });
        return passed;
    }
}
