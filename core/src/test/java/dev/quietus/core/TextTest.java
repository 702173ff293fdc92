package dev.quietus.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextTest {
    @Test
    void takesIdsOfPrintableAsciiUpToTheirBound() {
        String longest = "x".repeat(Text.MAX_ID_LENGTH);
        assertThat(Text.id("run_id", longest)).isEqualTo(longest);
        assertThat(Text.id("run_id", "!~")).isEqualTo("!~");
    }

    @ParameterizedTest
    @ValueSource(strings = {" a", "a b", "a\n", "\u0000", "\u007f", "é"})
    void refusesIdsWithAnythingElse(String bad) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Text.id("run_id", bad))
                .withMessageStartingWith("run_id has a character that is not printable ASCII");
    }

    @Test
    void refusesIdsThatAreEmptyOrTooLong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Text.id("run_id", ""))
                .withMessage("run_id is empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Text.id("run_id", "x".repeat(201)))
                .withMessage("run_id has 201 characters, at most 200 are allowed");
    }

    @Test
    void takesSentencesWithTabsLinesAndWholeSurrogatePairs() {
        String sentence = "wrong\tcommit\nin größe 🛑";
        assertThat(Text.sentence("reason", sentence)).isEqualTo(sentence);
        assertThat(Text.sentence("reason", "")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0000", "\r", "\u001b[31m", "\u007f", "\u009b31m"})
    void refusesSentencesWithControlCharacters(String bad) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Text.sentence("reason", "x" + bad))
                .withMessageStartingWith("reason has a control character at position 1");
    }

    /** UTF-8 would turn it into a question mark, and two texts would have one hash. */
    @ParameterizedTest
    @ValueSource(strings = {"x\ud83d", "x\ude00", "x\ud83dy", "x\ude00\ud83d"})
    void refusesSentencesWithHalfOfASurrogatePair(String bad) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Text.sentence("reason", bad))
                .withMessage("reason has half of a surrogate pair at position 1");
    }

    @Test
    void refusesSentencesThatAreTooLongAndRequiredOnesThatAreBlank() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Text.sentence("reason", "x".repeat(2_001)))
                .withMessage("reason has 2001 characters, at most 2000 are allowed");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Text.requiredSentence("reason", " \n"))
                .withMessage("reason is empty");
        assertThat(Text.requiredSentence("reason", "because")).isEqualTo("because");
    }
}
