package dev.quietus.verify.http;

/** What is sent in the course of the documented calls, with gaps to be filled in. */
final class Bodies {
    static final String PROVIDER = """
            providers:
              deployment:
                type: http
                base_url: http://127.0.0.1:%d
                tools: ["deployment.*"]
                cancel: { method: POST, path: "/cancel/{provider_job}" }
                observe: { method: GET, path: "/items", present: "$.items[*]" }
                quiet_period: 5s
                reconcile_owner: team-deploys
            """;
    static final String FULL_RUN = """
            {"run_id": "release", "task_id": "task 1", "owner": "team-payments",
             "capabilities": ["*"], "valid_until": "%s", "labels": {"team": "payments"}}""";
    static final String QUEUED = """
            {"operation_id": "queued-1", "tool": "ci.check", "queue": "checks",
             "effects": "none", "arguments_digest": "sha256:1", "expires_at": "%s"}""";
    static final String ACCEPTED = """
            {"operation_id": "%s", "tool": "ci.check", "effects": "none", %s}""";
    static final String BEGUN = """
            {"worker": "w-1", "request_id": "begin-%s", "heartbeat_timeout_seconds": "1h",
             "operation": {"tool": "%s", "effects": "%s"}}""";

    private Bodies() {}
}
