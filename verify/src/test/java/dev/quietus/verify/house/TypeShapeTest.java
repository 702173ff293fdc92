package dev.quietus.verify.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TypeShapeTest {

    private static final Pattern GETTER = Pattern.compile("get\\p{Upper}.*");

    private static final Pattern VAGUE_TYPE =
            Pattern.compile("(Util|Utils|Impl|Common|Manager|Helper|Helpers)(\\p{Upper}.*)?"
                    + "|.*(Util|Utils|Impl|Common|Manager|Helper|Helpers)");

    private static final Pattern VAGUE_PACKAGE = Pattern.compile(
            ".*\\.(util|utils|impl|common|manager|managers|helper|helpers)(\\..*)?");

    @Test
    void recordsHaveAccessorsWithoutGet() {
        assertThat(HouseClasses.product()
                        .filter(JavaClass::isRecord)
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                        .flatMap(type -> type.getMethods().stream())
                        .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC)
                                && method.getRawParameterTypes().isEmpty()
                                && GETTER.matcher(method.getName()).matches())
                        .map(JavaMethod::getFullName)
                        .sorted())
                .isEmpty();
    }

    @Test
    void noTypeHasAVagueName() {
        assertThat(HouseClasses.product()
                        .filter(type -> VAGUE_TYPE.matcher(type.getSimpleName()).matches())
                        .map(JavaClass::getName)
                        .sorted())
                .isEmpty();
    }

    @Test
    void noPackageHasAVagueName() {
        assertThat(HouseClasses.product()
                        .map(JavaClass::getPackageName)
                        .filter(name -> VAGUE_PACKAGE.matcher(name).matches())
                        .distinct()
                        .sorted())
                .isEmpty();
    }
}
