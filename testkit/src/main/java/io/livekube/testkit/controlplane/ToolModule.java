package io.livekube.testkit.controlplane;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Pair of `go.mod` and `go.sum` on the class path that pins programs to exact versions.
enum ToolModule {
    KUBERNETES("kubernetes"),
    KWOK("kwok"),
    HELM("helm");

    private static final List<String> FILES = List.of("go.mod", "go.sum");

    private final String directory;

    ToolModule(String directory) {
        this.directory = directory;
    }

    /// The version that `go.mod` requires of a module, without the `v`.
    String versionOf(String goModule) {
        Matcher required = Pattern.compile("^\\s*" + Pattern.quote(goModule) + " v(\\S+)", Pattern.MULTILINE)
                .matcher(new String(read("go.mod"), StandardCharsets.UTF_8));
        if (!required.find()) {
            throw new IllegalStateException(directory + "/go.mod does not require " + goModule);
        }
        return required.group(1);
    }

    /// All inputs of the build.
    List<byte[]> contents() {
        return FILES.stream().map(this::read).toList();
    }

    void extractTo(Path target) throws IOException {
        for (String file : FILES) {
            Files.write(target.resolve(file), read(file));
        }
    }

    private byte[] read(String file) {
        String resource = "/controlplane/" + directory + "/" + file;
        try (InputStream in = ToolModule.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("not on the class path: " + resource);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource, e);
        }
    }
}
