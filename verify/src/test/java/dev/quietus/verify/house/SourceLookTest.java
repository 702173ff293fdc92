package dev.quietus.verify.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.verify.house.SourceTree.SourceFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SourceLookTest {

    private static final int MAX_FILE_LINES = 600;
    private static final int LONG_FILE_LINES = 300;
    private static final int MAX_LINE_LENGTH = 100;

    /** Spelled in two parts, or this file would break its own rule. */
    private static final Pattern LEFT_UNDONE =
            Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

    private static final Pattern BARE_EXCEPTION = Pattern.compile("\\bnew (Runtime)?Exception\\(");

    private static final Pattern SLEEP = Pattern.compile("\\bThread" + "\\.sleep\\(");

    private static final Pattern MOCKING =
            Pattern.compile("import (static )?org\\.(mock" + "ito|easymock)\\.");

    @Test
    void noFileIsLongerThanSixHundredLines() {
        assertThat(SourceTree.files().stream()
                        .filter(file -> file.lines().size() > MAX_FILE_LINES)
                        .map(SourceLookTest::withLength))
                .isEmpty();
    }

    @Test
    void fewFilesAreLongerThanThreeHundredLines() {
        Ratchet.check(
                "files_over_300_lines",
                SourceTree.files().stream()
                        .filter(file -> file.lines().size() > LONG_FILE_LINES)
                        .map(SourceLookTest::withLength)
                        .toList());
    }

    @Test
    void noLineOfTheProductIsLongerThanAHundredCharacters() {
        assertThat(SourceTree.files().stream()
                        .filter(SourceFile::isProduct)
                        .flatMap(file -> found(file, SourceLookTest::isTooLong)))
                .isEmpty();
    }

    /** Tables of test data may read better unbroken. */
    @Test
    void fewLinesOfTestsAreLongerThanAHundredCharacters() {
        Ratchet.check(
                "test_lines_over_100_characters",
                SourceTree.files().stream()
                        .filter(file -> !file.isProduct())
                        .flatMap(file -> found(file, SourceLookTest::isTooLong))
                        .toList());
    }

    @Test
    void noLineHasATab() {
        assertThat(lines(line -> line.indexOf('\t') >= 0)).isEmpty();
    }

    @Test
    void nothingIsLeftUndone() {
        assertThat(lines(line -> LEFT_UNDONE.matcher(line).find())).isEmpty();
    }

    @Test
    void everyErrorHasATypeOfItsOwn() {
        assertThat(lines(line -> BARE_EXCEPTION.matcher(line).find())).isEmpty();
    }

    @Test
    void testsNeitherSleepNorMock() {
        assertThat(SourceTree.files().stream()
                        .filter(file -> !file.isProduct())
                        .flatMap(file -> found(
                                file,
                                line -> SLEEP.matcher(line).find()
                                        || MOCKING.matcher(line).find())))
                .isEmpty();
    }

    @Test
    void everyPackageHasADescription() {
        assertThat(SourceTree.files().stream()
                        .map(file -> file.path().getParent())
                        .distinct()
                        .filter(SourceLookTest::missingPackageInfo)
                        .map(Path::toString))
                .as("packages without package-info.java")
                .isEmpty();
    }

    @Test
    void everyPackageDescriptionSaysSomethingAndIsNullMarked() {
        assertThat(SourceTree.files().stream()
                        .filter(file -> file.name().endsWith("/package-info.java"))
                        .filter(file -> !saysSomethingAndIsNullMarked(file))
                        .map(SourceFile::name))
                .isEmpty();
    }

    /** A test package is described where the product's package of the same name is. */
    private static boolean missingPackageInfo(Path folder) {
        Path inProduct = Path.of(folder.toString()
                .replace('\\', '/')
                .replaceFirst("/src/[a-zA-Z]+/java/", "/src/main/java/"));
        return Stream.of(folder, inProduct)
                .noneMatch(place -> Files.isRegularFile(
                        SourceTree.root().resolve(place).resolve("package-info.java")));
    }

    private static boolean saysSomethingAndIsNullMarked(SourceFile file) {
        List<String> lines = file.lines();
        return lines.stream().anyMatch(line -> line.startsWith("@") && line.endsWith("NullMarked"))
                && lines.stream().anyMatch(line -> line.startsWith("/**"));
    }

    private static boolean isTooLong(String line) {
        return line.codePointCount(0, line.length()) > MAX_LINE_LENGTH;
    }

    private static String withLength(SourceFile file) {
        return file.name() + ": " + file.lines().size() + " lines";
    }

    private static List<String> lines(Predicate<String> wrong) {
        return SourceTree.files().stream().flatMap(file -> found(file, wrong)).toList();
    }

    private static Stream<String> found(SourceFile file, Predicate<String> wrong) {
        return IntStream.range(0, file.lines().size())
                .filter(index -> wrong.test(file.lines().get(index)))
                .mapToObj(index -> file.name() + ":" + (index + 1) + ": "
                        + file.lines().get(index).strip());
    }
}
