package dev.quietus.verify.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Method lengths and Javadoc, read from the syntax trees of all sources. */
class DocumentedApiTest {

    private static final int MAX_METHOD_LINES = 60;

    private static final Findings FINDINGS = scan();

    @Test
    void methodsAreShorterThanSixtyLines() {
        Ratchet.check("methods_over_60_lines", FINDINGS.longMethods);
    }

    @Test
    void publicTypesAreDescribed() {
        assertThat(FINDINGS.bareTypes).as("public types without Javadoc").isEmpty();
    }

    @Test
    void publicMethodsAreDescribed() {
        Ratchet.check("public_methods_without_javadoc", FINDINGS.bareMethods);
    }

    private static Findings scan() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Path> files = SourceTree.files().stream()
                .map(file -> SourceTree.root().resolve(file.path()))
                .toList();
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(null, Locale.ROOT, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    manager,
                    null,
                    List.of("-proc:none"),
                    null,
                    manager.getJavaFileObjectsFromPaths(files));
            DocTrees trees = DocTrees.instance(task);
            Findings findings = new Findings(trees);
            for (CompilationUnitTree unit : task.parse()) {
                findings.scan(unit, null);
            }
            return findings;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Walks the trees and keeps what breaks a rule. Tests need no Javadoc. */
    private static final class Findings extends TreePathScanner<Void, Void> {

        private final DocTrees trees;
        private final List<String> longMethods = new ArrayList<>();
        private final List<String> bareTypes = new ArrayList<>();
        private final List<String> bareMethods = new ArrayList<>();

        private Findings(DocTrees trees) {
            this.trees = trees;
        }

        @Override
        public Void visitClass(ClassTree type, Void unused) {
            if (isProduct()
                    && isPublic(type.getModifiers().getFlags(), getCurrentPath())
                    && bare()) {
                bareTypes.add(where(type) + " " + type.getSimpleName());
            }
            return super.visitClass(type, null);
        }

        @Override
        public Void visitMethod(MethodTree method, Void unused) {
            long length = line(trees.getSourcePositions().getEndPosition(unit(), method))
                    - line(trees.getSourcePositions().getStartPosition(unit(), method))
                    + 1;
            if (length > MAX_METHOD_LINES) {
                longMethods.add(where(method) + " " + method.getName() + ": " + length + " lines");
            }
            if (isProduct()
                    && isPublic(method.getModifiers().getFlags(), getCurrentPath())
                    && !overrides(method)
                    && !isGenerated(method)
                    && bare()) {
                bareMethods.add(where(method) + " " + method.getName());
            }
            return super.visitMethod(method, null);
        }

        private boolean bare() {
            return trees.getDocComment(getCurrentPath()) == null;
        }

        /** Public itself or by being a member of an interface, and so is everything around it. */
        private boolean isPublic(Set<Modifier> flags, TreePath path) {
            TreePath parent = path.getParentPath();
            boolean inInterface = parent.getLeaf().getKind() == Tree.Kind.INTERFACE;
            if (!flags.contains(Modifier.PUBLIC)
                    && (!inInterface || flags.contains(Modifier.PRIVATE))) {
                return false;
            }
            return switch (parent.getLeaf()) {
                case CompilationUnitTree _ -> true;
                case ClassTree outer -> isPublic(outer.getModifiers().getFlags(), parent);
                default -> false;
            };
        }

        private static boolean overrides(MethodTree method) {
            return method.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().equals("Override"));
        }

        /** The parser gives no position to what a record or class has without being written. */
        private boolean isGenerated(MethodTree method) {
            return trees.getSourcePositions().getEndPosition(unit(), method) < 0;
        }

        private boolean isProduct() {
            return unit().getSourceFile().toUri().getPath().contains("/src/main/");
        }

        private CompilationUnitTree unit() {
            return getCurrentPath().getCompilationUnit();
        }

        private long line(long position) {
            return position < 0 ? 0 : unit().getLineMap().getLineNumber(position);
        }

        private String where(Tree tree) {
            Path path = Path.of(unit().getSourceFile().toUri());
            long line = line(trees.getSourcePositions().getStartPosition(unit(), tree));
            return SourceTree.root().relativize(path) + ":" + line;
        }
    }
}
