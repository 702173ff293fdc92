package dev.quietus.verify.nodes;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A time of day that is wrong by minutes, for a whole Java process: the JDK's own clock, with a
 * number added where it answers. The elapsed time is as ever.
 */
final class WrongClock {
    private static final ClassDesc INSTANT = ClassDesc.of("java.time.Instant");
    private static final MethodTypeDesc PLUS = MethodTypeDesc.of(INSTANT, ConstantDescs.CD_long);

    private WrongClock() {}

    /**
     * The environment of a process whose clock is wrong.
     *
     * @param folder where the changed classes of the JDK are kept
     * @param ahead by how much it is ahead; negative if behind
     */
    static Map<String, String> environment(Path folder, Duration ahead) throws IOException {
        CodeTransform instants = (code, element) -> {
            if (element instanceof ReturnInstruction) {
                code.loadConstant(ahead.toSeconds()).invokevirtual(INSTANT, "plusSeconds", PLUS);
            }
            code.with(element);
        };
        CodeTransform millis = (code, element) -> {
            if (element instanceof ReturnInstruction) {
                code.loadConstant(ahead.toMillis()).ladd();
            }
            code.with(element);
        };
        change(folder, "Clock", "currentInstant", instants);
        for (String system : List.of("Clock$SystemClock", "Clock$SystemInstantSource")) {
            change(folder, system, "millis", millis);
        }
        return Map.of("JAVA_TOOL_OPTIONS", "--patch-module=java.base=" + folder);
    }

    private static void change(Path folder, String type, String method, CodeTransform transform)
            throws IOException {
        String file = "java/time/" + type + ".class";
        byte[] original = Files.readAllBytes(Path.of(URI.create("jrt:/java.base/" + file)));
        ClassModel model = ClassFile.of().parse(original);
        byte[] changed = ClassFile.of()
                .transformClass(
                        model,
                        ClassTransform.transformingMethodBodies(
                                found -> found.methodName().equalsString(method), transform));
        Path target = folder.resolve(file);
        Files.createDirectories(target.getParent());
        Files.write(target, changed);
    }
}
