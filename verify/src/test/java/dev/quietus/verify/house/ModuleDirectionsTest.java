package dev.quietus.verify.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ModuleDirectionsTest {

    @SuppressWarnings("unused") // named by @FieldSource
    static final List<HouseModule> MODULES = HouseModule.ALL;

    @ParameterizedTest
    @FieldSource("MODULES")
    void usesOnlyWhatItsFloorMayUse(HouseModule module) {
        assertThat(HouseClasses.of(module.name())
                        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                        .filter(use -> !module.mayUse(packageOf(use.getTargetClass())))
                        .map(Dependency::getDescription)
                        .distinct()
                        .sorted())
                .as("what %s uses and must not", module.name())
                .isEmpty();
    }

    @Test
    void everyClassBelongsToAModuleOfTheTable() {
        List<String> known = HouseModule.ALL.stream().map(HouseModule::name).toList();
        assertThat(HouseClasses.product()
                        .map(JavaClass::getPackageName)
                        .filter(name ->
                                HouseModule.owning(name).filter(known::contains).isEmpty())
                        .distinct()
                        .sorted())
                .as("packages outside the module table")
                .isEmpty();
    }

    @Test
    void onlyExecutionTouchesForeignMemory() {
        assertThat(uses("java.lang.foreign")
                        .filter(use -> !use.getOriginClass()
                                .getPackageName()
                                .startsWith("dev.quietus.execution")))
                .map(Dependency::getDescription)
                .isEmpty();
    }

    @Test
    void nobodyUsesTheInsidesOfTheJdk() {
        assertThat(Stream.of("sun", "com.sun.jndi", "jdk.internal").flatMap(name -> uses(name)))
                .map(Dependency::getDescription)
                .isEmpty();
    }

    private static Stream<Dependency> uses(String packageName) {
        return HouseClasses.product()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(use -> {
                    String target = packageOf(use.getTargetClass());
                    return target.equals(packageName) || target.startsWith(packageName + ".");
                });
    }

    /** The package of a class; of an array, that of its elements; "java" for primitives. */
    private static String packageOf(JavaClass type) {
        JavaClass base = type.getBaseComponentType();
        return base.isPrimitive() ? "java" : base.getPackageName();
    }
}
