package io.livekube.testkit.controlplane;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/// The control plane's programs on this machine.
///
/// They come from `KUBEBUILDER_ASSETS` if that is set, else from the user's cache directory, into which
/// missing programs are built from source, once per version. Processes build one at a time: a second one
/// waits for the first one's result.
public final class ControlPlaneBinaries {
    private static final ReentrantLock BUILDING = new ReentrantLock();

    private final Map<Tool, Path> paths;

    private ControlPlaneBinaries(Map<Tool, Path> paths) {
        this.paths = paths;
    }

    /// Finds these programs, building what is missing with progress on standard error.
    public static ControlPlaneBinaries provide(Set<Tool> tools) {
        return provide(BinarySource.ofThisMachine(), tools, System.err);
    }

    static ControlPlaneBinaries provide(BinarySource source, Set<Tool> tools, PrintStream progress) {
        source.checkAssets();
        source.obstacle(tools).ifPresent(why -> {
            throw new ControlPlaneException("cannot start a control plane: " + why);
        });
        if (tools.stream().anyMatch(tool -> source.find(tool).isEmpty())) {
            tools.stream()
                    .collect(Collectors.groupingBy(source::cache))
                    .forEach((cache, ofIt) -> buildMissing(source, cache, ofIt, progress));
        }
        var paths = new EnumMap<Tool, Path>(Tool.class);
        for (Tool tool : tools) {
            paths.put(
                    tool,
                    source.find(tool)
                            .orElseThrow(() -> new ControlPlaneException(
                                    tool.binary() + " was built but is not in " + source.cache(tool))));
        }
        return new ControlPlaneBinaries(paths);
    }

    public Path path(Tool tool) {
        Path path = paths.get(tool);
        if (path == null) {
            throw new IllegalArgumentException(tool.binary() + " was not asked for: only " + paths.keySet());
        }
        return path;
    }

    private static void buildMissing(BinarySource source, Path cache, List<Tool> tools, PrintStream progress) {
        BUILDING.lock();
        try {
            Files.createDirectories(cache);
            try (FileChannel file = FileChannel.open(
                            cache.resolve("build.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = file.lock()) {
                assert lock.isValid();
                deleteUnfinished(cache);
                var build = new GoBuild(source.go().orElseThrow(), progress);
                for (Tool tool : tools) {
                    if (source.find(tool).isEmpty()) {
                        build.build(tool, cache);
                    }
                }
            }
        } catch (IOException e) {
            throw new ControlPlaneException("cannot build into " + cache, e);
        } finally {
            BUILDING.unlock();
        }
    }

    /// Deletes leftovers of killed builds; the caller holds the build lock.
    private static void deleteUnfinished(Path cache) throws IOException {
        try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(cache, "*" + GoBuild.UNFINISHED)) {
            for (Path file : unfinished) {
                Files.delete(file);
            }
        }
    }
}
