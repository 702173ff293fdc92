package dev.quietus.core.settlement;

import dev.quietus.core.Text;

import java.util.Optional;

/**
 * The declared way to take a completed effect back.
 *
 * @param description what would be done, for people, for example {@code DELETE /reservations/{id}}
 * @param owner who decides about it and answers for it
 */
public record RecoveryPath(String description, Optional<String> owner) {
    /** Bounds the texts. */
    public RecoveryPath {
        Text.requiredSentence("description", description);
    }
}
