package dev.quietus.core.settlement;

import java.util.Optional;

/** Who holds an unknown: it always has a name on it (DESIGN.md section 4). */
public final class Holder {
    private Holder() {}

    /**
     * The provider's reconcile owner, else the run's owner, else the operator who pressed stop.
     *
     * @param profile the provider, if the operation has one
     * @param runOwner the run's owner
     * @param operator who pressed stop, empty where nobody did
     */
    public static String of(
            Optional<ProviderProfile> profile, String runOwner, Optional<String> operator) {
        return profile.flatMap(ProviderProfile::reconcileOwner)
                .or(() -> Optional.of(runOwner).filter(owner -> !owner.isBlank()))
                .or(() -> operator)
                .orElse("unassigned");
    }
}
