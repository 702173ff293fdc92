package dev.quietus.client.stop;

/**
 * Hears of each try that got no acknowledgement, so that the person at the button is not left
 * alone.
 */
public interface StopAttemptListener {

    /** Hears nothing. */
    StopAttemptListener NONE = new StopAttemptListener() {
        @Override
        public void noAnswerYet(FailedAttempt attempt) {
            // Nobody wants to know.
        }
    };

    /**
     * A try failed and another follows or not; called by the thread that presses stop. An exception
     * of the listener is dropped: a broken terminal can't keep a stop from going out.
     */
    void noAnswerYet(FailedAttempt attempt);
}
