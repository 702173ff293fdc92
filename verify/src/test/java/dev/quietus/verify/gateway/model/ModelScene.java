package dev.quietus.verify.gateway.model;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.model.ModelGateway;
import dev.quietus.gateway.model.ModelNotes;
import dev.quietus.gateway.model.dialect.Dialect;
import dev.quietus.gateway.run.GatewayRun;
import dev.quietus.verify.server.Caller;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.RunningQuietus;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.function.UnaryOperator;

/** A run, a model gateway in its name, and clients of it. */
final class ModelScene implements AutoCloseable {
    private final RunningQuietus quietus;
    private final String runId;
    private final GatewayRun run;
    private final ModelGateway gateway;

    private ModelScene(RunningQuietus quietus, String runId, GatewayRun run, ModelGateway gateway) {
        this.quietus = quietus;
        this.runId = runId;
        this.run = run;
        this.gateway = gateway;
    }

    /** A gateway to one upstream for all dialects, with somebody who hears of tool calls. */
    static ModelScene of(Installation installation, URI upstream, ModelNotes notes)
            throws IOException {
        return of(installation, upstream, builder -> builder.notes(notes));
    }

    /** The same, with what else there is to be said of the gateway. */
    static ModelScene of(
            Installation installation, URI upstream, UnaryOperator<ModelGateway.Builder> wishes)
            throws IOException {
        RunningQuietus quietus = installation.quietus();
        RunAuthority authority = quietus.run("agent-1");
        Caller agent = quietus.agent(authority);
        GatewayRun run = GatewayRun.join(agent.quietus(), "agent-1", "model-gateway");
        ModelGateway.Builder builder = wishes.apply(ModelGateway.of(run));
        for (Dialect dialect : Dialect.values()) {
            builder.upstream(dialect, upstream);
        }
        return new ModelScene(quietus, "agent-1", run, builder.start());
    }

    RunningQuietus quietus() {
        return quietus;
    }

    ModelGateway gateway() {
        return gateway;
    }

    String runId() {
        return runId;
    }

    /** A new connection to the gateway. */
    RawPeer client() throws IOException {
        return RawPeer.to(gateway.url(Dialect.ANTHROPIC).getPort());
    }

    /** The path that stands for a path of this dialect's upstream. */
    String path(Dialect dialect, String rest) {
        return gateway.url(dialect).getRawPath() + rest;
    }

    /** A request with a body, as a client says it. */
    String post(Dialect dialect, String rest, String body) {
        return "POST " + path(dialect, rest) + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Content-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }

    /** The model requests on record, oldest first. */
    List<JsonObject> operations() {
        return quietus.operator().all("operations", "runs", runId, "operations");
    }

    /** The only model request, once it is in one of these states. */
    JsonObject only(String... states) {
        return RunningQuietus.until(
                "one operation in " + String.join(" or ", states),
                () -> operations().stream()
                        .filter(one -> List.of(states).contains(one.string("state")))
                        .findFirst());
    }

    /** What the last event of this type says. */
    String told(String type) {
        return RunningQuietus.until(
                        "an event " + type,
                        () -> quietus.events(runId, type).stream()
                                .reduce((first, second) -> second))
                .toString();
    }

    @Override
    public void close() {
        gateway.close();
        run.close();
    }
}
