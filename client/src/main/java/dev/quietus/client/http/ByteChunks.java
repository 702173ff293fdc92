package dev.quietus.client.http;

import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A response body that is pulled chunk by chunk with a time-out. At most one chunk is asked for at
 * a time, so that a slow reader slows the sender and memory stays bounded.
 */
final class ByteChunks implements HttpResponse.BodySubscriber<ByteChunks> {

    /** What comes out of the queue. */
    sealed interface Chunk {

        /** More of the body. */
        final class Data implements Chunk {

            private final byte[] bytes;

            Data(byte[] bytes) {
                this.bytes = bytes;
            }

            /** The bytes themselves, not a copy. */
            byte[] bytes() {
                return bytes;
            }
        }

        /** Nothing more comes. */
        record End(String reason) implements Chunk {}
    }

    private final BlockingQueue<Chunk> chunks = new LinkedBlockingQueue<>();
    private volatile Flow.@Nullable Subscription subscription;

    @Override
    public CompletionStage<ByteChunks> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        subscription = newSubscription;
        newSubscription.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        int size = 0;
        for (ByteBuffer buffer : buffers) {
            size += buffer.remaining();
        }
        ByteBuffer joined = ByteBuffer.allocate(size);
        buffers.forEach(joined::put);
        chunks.add(new Chunk.Data(joined.array()));
    }

    @Override
    public void onError(Throwable failure) {
        chunks.add(new Chunk.End(Failures.describe(failure)));
    }

    @Override
    public void onComplete() {
        chunks.add(new Chunk.End("the server ended the stream"));
    }

    /** The next chunk; empty if none came in time. */
    @Nullable
    Chunk poll(long nanos) throws InterruptedException {
        Chunk chunk = chunks.poll(nanos, TimeUnit.NANOSECONDS);
        Flow.Subscription source = subscription;
        if (chunk instanceof Chunk.Data && source != null) {
            source.request(1);
        }
        return chunk;
    }

    /** Gives the connection up and wakes the reader. */
    void cancel(String reason) {
        Flow.Subscription source = subscription;
        if (source != null) {
            source.cancel();
        }
        chunks.add(new Chunk.End(reason));
    }
}
