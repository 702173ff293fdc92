package dev.quietus.drill.cases;

/** One case, played once. */
interface Exercise {

    /**
     * Plays it and writes down what it finds.
     *
     * @param bench the server, the deployment service and the peers
     * @param findings what is claimed, what is expected, what is found
     * @throws InterruptedException when its time is over
     */
    void play(Bench bench, Findings findings) throws InterruptedException;
}
