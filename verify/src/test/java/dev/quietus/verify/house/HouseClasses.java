package dev.quietus.verify.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import java.util.stream.Stream;

/** The compiled classes of all modules, read once. */
final class HouseClasses {

    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            // The core's tests are a jar here, for the simulation is built on them.
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.quietus");

    private HouseClasses() {}

    /** Every class of the product that people wrote; generated names of the schema are left out. */
    static Stream<JavaClass> product() {
        return PRODUCT.stream()
                .filter(type -> !type.getPackageName().startsWith("dev.quietus.ledger.schema"));
    }

    /** The classes of one module. */
    static Stream<JavaClass> of(String module) {
        return product()
                .filter(type -> HouseModule.owning(type.getPackageName())
                        .filter(module::equals)
                        .isPresent());
    }
}
