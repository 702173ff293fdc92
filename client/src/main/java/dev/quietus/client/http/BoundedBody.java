package dev.quietus.client.http;

import dev.quietus.client.wire.TooLargeException;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Collects a response body up to a bound, and gives up at the first byte beyond it. It is handed
 * out as soon as it begins, so that whoever wants it can give up waiting for its end.
 */
final class BoundedBody implements HttpResponse.BodySubscriber<BoundedBody> {

    private final int maxBytes;
    private final CompletableFuture<byte[]> collected = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private volatile Flow.@Nullable Subscription subscription;

    BoundedBody(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public CompletionStage<BoundedBody> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    /**
     * Waits for its end.
     *
     * @throws TimeoutException if it did not come in that time; the connection is given up
     * @throws InterruptedException likewise
     * @throws ExecutionException if it broke off, or is too large
     */
    byte[] await(long nanos) throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return collected.get(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException | TimeoutException givenUp) {
            cancel();
            throw givenUp;
        }
    }

    private void cancel() {
        Flow.Subscription source = subscription;
        if (source != null) {
            source.cancel();
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        subscription = newSubscription;
        newSubscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (buffer.remaining() > maxBytes - bytes.size()) {
                cancel();
                collected.completeExceptionally(new TooLargeException(maxBytes));
                return;
            }
            byte[] chunk = new byte[buffer.remaining()];
            buffer.get(chunk);
            bytes.writeBytes(chunk);
        }
    }

    @Override
    public void onError(Throwable failure) {
        collected.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        collected.complete(bytes.toByteArray());
    }
}
