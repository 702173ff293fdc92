package dev.quietus.execution.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CommandLineTest {
    private static final String PROGRAM = "C:\\Program Files\\tool.exe";

    @Test
    void leavesPlainArgumentsAsTheyAre() throws Exception {
        assertThat(CommandLine.of(PROGRAM, List.of("a", "C:\\b\\", "--c=d", "e'f")))
                .isEqualTo("\"C:\\Program Files\\tool.exe\" a C:\\b\\ --c=d e'f");
    }

    /** The examples of Microsoft's own page, the other way round. */
    @Test
    void quotesAsMicrosoftDescribesIt() throws Exception {
        assertThat(line("a b c", "d", "e")).isEqualTo("\"a b c\" d e");
        assertThat(line("ab\"c", "\\", "d")).isEqualTo("\"ab\\\"c\" \\ d");
        assertThat(line("a\\\\\\b", "de fg", "h")).isEqualTo("a\\\\\\b \"de fg\" h");
        assertThat(line("a\\\"b", "c", "d")).isEqualTo("\"a\\\\\\\"b\" c d");
        assertThat(line("a\\\\b c", "d", "e")).isEqualTo("\"a\\\\b c\" d e");
        assertThat(line("a b\\")).isEqualTo("\"a b\\\\\"");
        assertThat(line("")).isEqualTo("\"\"");
        assertThat(line("\"")).isEqualTo("\"\\\"\"");
        assertThat(line("\t", "\n", "\u000b")).isEqualTo("\"\t\" \"\n\" \"\u000b\"");
    }

    /** Whatever is put together is taken apart into the same by the rules of Windows. */
    @Test
    void isTakenApartIntoTheSameArguments() throws Exception {
        Random random = new Random(20260101);
        String alphabet = "\\\\\\\"\" \tab'&^%\n\u000b\u00e4\ud83d\ude00";
        for (int round = 0; round < 20_000; round++) {
            List<String> arguments = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                StringBuilder argument = new StringBuilder();
                for (int length = random.nextInt(9); length > 0; length--) {
                    argument.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
                arguments.add(argument.toString());
            }
            String line = CommandLine.of(PROGRAM, arguments);
            assertThat(takenApart(line)).as(line).isEqualTo(withProgram(arguments));
        }
    }

    @Test
    void refusesWhatDoesNotFit() throws Exception {
        String longest = "a".repeat(CommandLine.MOST_CHARACTERS - 1 - "\"p\" ".length());
        assertThat(CommandLine.of("p", List.of(longest))).hasSize(32_766);
        assertThatThrownBy(() -> CommandLine.of("p", List.of(longest + "a")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("32767");
    }

    @Test
    void refusesAQuotationMarkInTheProgram() {
        assertThatThrownBy(() -> CommandLine.of("a\"b.exe", List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("quotation mark");
    }

    private static String line(String... arguments) throws IOException {
        return CommandLine.of("p", List.of(arguments)).substring("\"p\" ".length());
    }

    private static List<String> withProgram(List<String> arguments) {
        List<String> all = new ArrayList<>(List.of(PROGRAM));
        all.addAll(arguments);
        return all;
    }

    /**
     * CommandLineToArgvW as Microsoft describes it: the program ends at its quotation mark; of 2n
     * backslashes before a quotation mark n are meant and it opens or closes; of 2n+1, n are meant
     * and it is itself meant; two in a row within quotation marks mean one.
     */
    private static List<String> takenApart(String line) {
        List<String> arguments = new ArrayList<>();
        int at = line.indexOf('"', 1) + 1;
        arguments.add(line.substring(1, at - 1));
        while (true) {
            while (at < line.length() && isBlank(line.charAt(at))) {
                at++;
            }
            if (at == line.length()) {
                return arguments;
            }
            StringBuilder argument = new StringBuilder();
            boolean quoted = false;
            while (at < line.length() && (quoted || !isBlank(line.charAt(at)))) {
                int backslashes = 0;
                while (at < line.length() && line.charAt(at) == '\\') {
                    backslashes++;
                    at++;
                }
                boolean mark = at < line.length() && line.charAt(at) == '"';
                argument.repeat('\\', mark ? backslashes / 2 : backslashes);
                if (mark && backslashes % 2 == 1) {
                    argument.append('"');
                    at++;
                } else if (mark) {
                    boolean twice = quoted && at + 1 < line.length() && line.charAt(at + 1) == '"';
                    if (twice) {
                        argument.append('"');
                        at++;
                    } else {
                        quoted = !quoted;
                    }
                    at++;
                } else if (at < line.length() && (quoted || !isBlank(line.charAt(at)))) {
                    argument.append(line.charAt(at++));
                }
            }
            arguments.add(argument.toString());
        }
    }

    private static boolean isBlank(char each) {
        return each == ' ' || each == '\t';
    }
}
