package dev.quietus.gateway.model;

import java.net.URI;
import java.util.Locale;

/**
 * Where a model API is.
 *
 * @param secure whether it is spoken to with TLS
 * @param host its name or address
 * @param port its port
 * @param authority host and port as they stand in the Host field
 * @param basePath what its paths begin with; empty, or begins with a slash and does not end so
 */
record Upstream(boolean secure, String host, int port, String authority, String basePath) {
    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException if it is not one of a model API
     */
    static Upstream of(URI base) {
        String scheme = String.valueOf(base.getScheme()).toLowerCase(Locale.ROOT);
        boolean secure = scheme.equals("https");
        boolean sound = (secure || scheme.equals("http"))
                && base.getHost() != null
                && base.getRawUserInfo() == null
                && base.getRawQuery() == null
                && base.getRawFragment() == null;
        if (!sound) {
            throw new IllegalArgumentException(
                    "upstream: expected http(s)://host[:port][/path], found something else");
        }
        String host = base.getHost();
        int port = base.getPort() > 0 ? base.getPort() : secure ? HTTPS : HTTP;
        String path = String.valueOf(base.getRawPath());
        return new Upstream(
                secure,
                host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                port,
                base.getRawAuthority(),
                path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
    }

    /** The target there of what stands behind the gateway's own prefix. */
    String target(String rest) {
        String whole = basePath + rest;
        return whole.startsWith("/") ? whole : "/" + whole;
    }
}
