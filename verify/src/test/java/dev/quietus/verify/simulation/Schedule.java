package dev.quietus.verify.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * What happens, in order, from the first registration to the last receipt: everything follows from
 * the seed and from which of its actions are left in.
 *
 * @param seed the seed
 * @param actions what happens before the end
 */
record Schedule(long seed, List<Action> actions) {
    /** Every so manieth has a service that is later than it declares. */
    private static final int ROGUE = 8;

    private static final int FEWEST_ACTIONS = 40;
    private static final int MORE_ACTIONS = 80;

    Schedule {
        actions = List.copyOf(actions);
    }

    /** The schedule of a seed, whole. */
    static Schedule of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int length = FEWEST_ACTIONS + random.nextInt(MORE_ACTIONS);
        List<Action> actions = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            actions.add(Action.random(random));
        }
        return new Schedule(seed, actions);
    }

    /** Plays it; what it throws is a promise that did not hold, or a program that fell over. */
    void play(Mutant mutant, Coverage coverage, Optional<List<String>> story) {
        play(mutant, coverage, story, world -> {});
    }

    /** The same, and shows the world as it is at the end. */
    void play(
            Mutant mutant,
            Coverage coverage,
            Optional<List<String>> story,
            Consumer<World> atTheEnd) {
        World world = new World(mutant, coverage, story);
        SplittableRandom nature = new SplittableRandom(~seed);
        boolean rogue = Math.floorMod(seed, ROGUE) == 1;
        world.services().add(new Service(world, "a", nature.split(), rogue));
        world.services().add(new Service(world, "b", nature.split(), false));
        world.faults(Math.floorMod(seed, 4) > 0);
        world.dice(nature.nextLong());
        Actors actors = new Actors(world);
        actors.startNode();
        actors.startNode();
        actors.people().registerRoot();
        for (int i = 0; i < actions.size(); i++) {
            Action action = actions.get(i);
            int number = i + 1;
            story.ifPresent(lines -> lines.add(number + " " + action.kind()));
            actors.act(action);
        }
        world.dice(nature.nextLong());
        new Ending(world, actors).play(story);
        atTheEnd.accept(world);
    }

    /** How it fails, if it does. */
    Optional<Throwable> failure(Mutant mutant) {
        try {
            play(mutant, new Coverage(), Optional.empty());
            return Optional.empty();
        } catch (RuntimeException | Error e) {
            return Optional.of(e);
        }
    }

    /** What happens, in readable lines, up to the failure. */
    List<String> story(Mutant mutant) {
        List<String> lines = new ArrayList<>();
        try {
            play(mutant, new Coverage(), Optional.of(lines));
        } catch (RuntimeException | Error e) {
            lines.add("=> " + e.getMessage());
        }
        return lines;
    }

    Schedule without(int from, int to) {
        List<Action> rest = new ArrayList<>(actions.subList(0, from));
        rest.addAll(actions.subList(to, actions.size()));
        return new Schedule(seed, rest);
    }
}
