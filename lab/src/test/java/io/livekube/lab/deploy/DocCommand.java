package io.livekube.lab.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/// A command in a document.
///
/// @param where the file and the line
/// @param text without the prompt, and without a comment at its end
record DocCommand(String where, String text) {
    private static final Pattern COMMENT = Pattern.compile(" +# [^'\"]*$");

    /// All documents of the project, in the order in which a new user would read them.
    static List<Path> documents() {
        Path root = Path.of("..").toAbsolutePath().normalize();
        List<Path> found = new ArrayList<>();
        try {
            // Skip build output, where files come and go during the walk.
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    return directory.equals(root) || ours(directory)
                            ? FileVisitResult.CONTINUE
                            : FileVisitResult.SKIP_SUBTREE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.toString().endsWith(".md") && ours(file)) {
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
            found.sort(Comparator.comparing((Path file) -> !file.equals(root.resolve("README.md")))
                    .thenComparing(file -> !file.startsWith(root.resolve("docs")))
                    .thenComparing(Comparator.naturalOrder()));
            return List.copyOf(found);
        } catch (IOException e) {
            throw new UncheckedIOException("can't look for documents below " + root, e);
        }
    }

    private static boolean ours(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".") && !name.equals("target") && !name.equals("node_modules");
    }

    /// The commands in all `console` blocks: each begins after a `$ `; indented lines continue it, other lines
    /// are its output.
    static List<DocCommand> of(Path document) {
        List<String> lines = lines(document);
        List<DocCommand> commands = new ArrayList<>();
        boolean inside = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("```")) {
                inside = line.equals("```console");
            } else if (inside && line.startsWith("$ ")) {
                var text = new StringBuilder(bare(line.substring(2)));
                int first = i + 1;
                while (i + 1 < lines.size() && lines.get(i + 1).startsWith("    ")) {
                    i++;
                    String more = bare(lines.get(i));
                    if (!more.isBlank()) { // otherwise a comment
                        text.append('\n').append(more);
                    }
                }
                commands.add(new DocCommand(document.getFileName() + ":" + first, text.toString()));
            }
        }
        return commands;
    }

    static List<String> lines(Path document) {
        try {
            return Files.readAllLines(document);
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + document, e);
        }
    }

    private static String bare(String line) {
        return COMMENT.matcher(line).replaceFirst("");
    }

    @Override
    public String toString() {
        return where + ": " + text;
    }
}
