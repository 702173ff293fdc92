package dev.quietus.server.provider;

import dev.quietus.server.provider.HttpAnswer.Body;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Collects a body up to a bound and lets go of the connection as soon as it is exceeded. Called by
 * one thread at a time, as the HTTP client promises.
 */
final class BoundedBody implements BodySubscriber<Body> {
    /** The largest body that is read, in bytes. */
    static final int MAX_BYTES = 1 << 20;

    private final CompletableFuture<Body> result = new CompletableFuture<>();
    private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription subscription;

    @Override
    public CompletionStage<Body> getBody() {
        return result;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        if (subscription != null) {
            given.cancel();
            return;
        }
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        if (result.isDone()) {
            return;
        }
        for (ByteBuffer buffer : buffers) {
            if (buffer.remaining() > MAX_BYTES - collected.size()) {
                if (subscription != null) {
                    subscription.cancel();
                }
                result.complete(new Body.Broken("the body is larger than " + MAX_BYTES + " bytes"));
                return;
            }
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            collected.writeBytes(bytes);
        }
    }

    @Override
    public void onError(Throwable cause) {
        result.complete(new Body.Broken("the body broke off"));
    }

    @Override
    public void onComplete() {
        result.complete(
                new Body.Whole(ByteBuffer.wrap(collected.toByteArray()).asReadOnlyBuffer()));
    }
}
