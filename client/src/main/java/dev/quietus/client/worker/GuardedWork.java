package dev.quietus.client.worker;

import dev.quietus.client.FinishFacts;

/** The work inside a guard. */
@FunctionalInterface
public interface GuardedWork {

    /**
     * Does the work. It looks at {@link WorkInHand#scope()} where it can end early, and reports
     * {@link WorkInHand#aboutToSend()} and {@link WorkInHand#sent(String)} around the request to
     * the provider.
     *
     * @return what is known at the end
     * @throws Exception if it failed; recorded as failed, or as cancelled if it is a
     *     {@link dev.quietus.client.scope.RunCancelledException}
     */
    FinishFacts perform(WorkInHand guard) throws Exception;
}
