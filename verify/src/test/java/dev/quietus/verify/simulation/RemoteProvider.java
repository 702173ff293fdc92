package dev.quietus.verify.simulation;

import dev.quietus.core.settlement.CancelAnswer;
import dev.quietus.core.settlement.Observation;
import dev.quietus.core.settlement.Provider;
import dev.quietus.core.settlement.ProviderCall;
import dev.quietus.core.settlement.ProviderProfile;
import dev.quietus.core.settlement.RecoveryAnswer;
import dev.quietus.verify.simulation.Coverage.Happening;

import java.time.Duration;

/** A service as a program calls it: the way there and the way back can each be lost, or hang. */
final class RemoteProvider implements Provider {
    static final Duration TIME_OUT = Duration.ofSeconds(4);
    private static final int LOST_ONE_IN = 40;

    private final World world;
    private final Service service;

    RemoteProvider(World world, Service service) {
        this.world = world;
        this.service = service;
    }

    /** One call, as it is named where a program stands before or behind it. */
    record Call(String what, ProviderCall about) {
        @Override
        public String toString() {
            return what + " " + about.key();
        }
    }

    private Program self() {
        return world.running().orElseThrow();
    }

    private boolean lost() {
        return world.faults() && world.oneIn(LOST_ONE_IN);
    }

    private void hang() {
        world.coverage().add(Happening.PROVIDER_HANGS);
        self().rest(TIME_OUT);
    }

    @Override
    public ProviderProfile profile() {
        return service.profile();
    }

    @Override
    public CancelAnswer cancel(ProviderCall call) {
        Call named = new Call("cancel", call);
        self().pause(Program.Stop.BEFORE_CALL, named);
        if (service.health() == Service.Health.HANGS) {
            hang();
            return new CancelAnswer.NotAnswered("time-out");
        }
        if (lost()) {
            return new CancelAnswer.NotAnswered("connection refused");
        }
        CancelAnswer answer = service.cancel(call);
        world.tell("%s answers the cancel of %s: %s", service.name(), call.key(), answer.word());
        self().pause(Program.Stop.AFTER_CALL, named);
        return lost() ? new CancelAnswer.NotAnswered("connection reset") : answer;
    }

    @Override
    public Observation observe(ProviderCall call) {
        Call named = new Call("observe", call);
        self().pause(Program.Stop.BEFORE_CALL, named);
        if (service.health() == Service.Health.HANGS) {
            hang();
            return new Observation.NotKnown(0, "time-out");
        }
        if (lost()) {
            return new Observation.NotKnown(0, "connection refused");
        }
        Observation observation = service.observe(call);
        self().pause(Program.Stop.AFTER_CALL, named);
        return lost() ? new Observation.NotKnown(0, "connection reset") : observation;
    }

    @Override
    public RecoveryAnswer recover(ProviderCall call) {
        self().pause(Program.Stop.BEFORE_CALL, new Call("recover", call));
        return new RecoveryAnswer.Performed("HTTP 200");
    }
}
