package dev.quietus.verify.gateway.model;

import dev.quietus.gateway.model.ModelNotes;
import dev.quietus.verify.server.Installation;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests with model gateways: each ends, with all results told, before its ledger is checked. */
abstract class ModelScenes {
    @RegisterExtension
    final Installation installation = Installation.withoutProviders();

    private final Deque<ModelScene> scenes = new ArrayDeque<>();

    /** A gateway to this upstream, which ends with the test. */
    final ModelScene before(ScriptedUpstream upstream) throws IOException {
        return before(installation.closing(upstream).at(""));
    }

    /** A gateway to this address. */
    final ModelScene before(URI upstream) throws IOException {
        return before(upstream, ModelNotes.none());
    }

    /** A gateway to this address, and somebody who hears of tool calls. */
    final ModelScene before(URI upstream, ModelNotes notes) throws IOException {
        return kept(ModelScene.of(installation, upstream, notes));
    }

    /** A gateway that believes these certificates. */
    final ModelScene before(URI upstream, SSLContext trust) throws IOException {
        return kept(ModelScene.of(installation, upstream, builder -> builder.trust(trust)));
    }

    private ModelScene kept(ModelScene scene) {
        scenes.push(scene);
        return scene;
    }

    @AfterEach
    void endGateways() {
        while (!scenes.isEmpty()) {
            scenes.pop().close();
        }
    }
}
