package io.livekube.lab.informer;

import io.livekube.lab.bench.BenchException;
import io.livekube.lab.bench.GoPeers;
import io.livekube.lab.bench.JavaChild;
import io.livekube.lab.bench.UsageException;
import io.livekube.lab.peer.InformerPeer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An informer in the race: ours with the JVM's defaults, ours tuned, or a peer's.
///
/// @param key its name in the results
record Contestant(String key, Command command) {
    /// Ours as a user's application runs it: no JVM flag that the Java peers don't get.
    static final String DEFAULT = "livekube_default";

    /// Ours with [#FLAGS], a small heap and, unless `--aot off`, an AOT cache.
    static final String TUNED = "livekube_tuned";

    /// A collector that leaves no dead objects in the old generation, small headers, and no versions of
    /// classes in jars: zstd-jni would bring in hundreds for a newer way to call native code.
    private static final List<String> FLAGS = List.of(
            "-XX:+UseSerialGC",
            "-XX:MarkSweepDeadRatio=0",
            "-XX:+UseCompactObjectHeaders",
            "-Djdk.util.jar.enableMultiRelease=false",
            "-XX:FreqInlineSize=35",
            "-XX:-UseOnStackReplacement",
            "-XX:Tier3InvocationThreshold=1000",
            "-XX:Tier3MinInvocationThreshold=500",
            "-XX:Tier3CompileThreshold=10000",
            "-XX:CompileCommand=quiet",
            "-XX:CompileCommand=CompileThresholdScaling,com.sun.crypto.provider.*::*,0.05");

    interface Command {
        List<String> on(GoPeers go, Path kubeconfig);
    }

    /// Ours with the JVM's defaults and the heap limit of the Java peers.
    static Contestant withDefaults(String encoding) {
        return new Contestant(DEFAULT, (go, kubeconfig) -> command(InformerPeer.MAX_HEAP_MB, kubeconfig, encoding));
    }

    /// Ours, with a small heap that is collected before it grows, less inlining, no on-stack replacement of
    /// loops, and a higher threshold for C1.
    ///
    /// That halves the compilers' work while the first pages arrive. C2 is needed, because only its code
    /// decrypts with the processor's AES instructions. A cipher is called once per 16 KB and would be compiled
    /// only when most of the pages have arrived, so its threshold is a twentieth of the default.
    static Contestant tuned(int heapMb, String encoding) {
        return new Contestant(TUNED, (go, kubeconfig) -> {
            List<String> command = command(heapMb, kubeconfig, encoding);
            command.addAll(1, FLAGS);
            return command;
        });
    }

    private static List<String> command(int heapMb, Path kubeconfig, String encoding) {
        String[] arguments = {kubeconfig.toString(), encoding};
        return new ArrayList<>(JavaChild.command(LivekubeInformer.class, heapMb, ownClassPath(), arguments));
    }

    /// Result of a training run.
    AotCache train(GoPeers go, Path kubeconfig, Path lab, Runnable exercise) {
        return AotCache.train(
                command.on(go, kubeconfig),
                lab.resolve("target/livekube.aot"),
                lab.resolve("target/bench-logs/livekube-training.log"),
                exercise);
    }

    /// The same, started from that.
    Contestant startingFrom(AotCache cache) {
        return new Contestant(key, (go, kubeconfig) -> cache.starting(command.on(go, kubeconfig)));
    }

    /// `core` with its dependencies, and the lab's own jar (an AOT cache holds no classes of directories),
    /// without the peers' jars. No logger is bound to SLF4J: that is the user's choice, and Logback alone
    /// would hold 0.8 MB.
    private static String ownClassPath() {
        Pattern ours = Pattern.compile(
                "(lab|core).target.classes$|livekube-(core|apimachinery)|jackson-[a-z]*-?[a-z]*-2|kubernetes-client-api|kubernetes-model-(core|common)"
                        + "|snakeyaml|zstd-jni|hash4j|slf4j|HdrHistogram|jspecify");
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(ours.asPredicate())
                .map(Contestant::asJar)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String asJar(String entry) {
        Path target = Path.of(entry).toAbsolutePath().getParent();
        if (target == null || !Files.isDirectory(Path.of(entry))) {
            return entry;
        }
        try (Stream<Path> built = Files.list(target)) {
            return built.filter(file -> file.toString().endsWith(".jar"))
                    .findFirst()
                    .map(Path::toString)
                    .orElse(entry);
        } catch (IOException e) {
            throw new BenchException("cannot list jars in " + target, e);
        }
    }

    static Contestant peer(InformerPeer peer) {
        return new Contestant(peer.key(), peer::command);
    }

    /// @param names of some, with commas between them, or `all`
    static List<Contestant> peers(String names) {
        List<InformerPeer> known = List.of(InformerPeer.values());
        if (names.equals("all")) {
            return known.stream().map(Contestant::peer).toList();
        }
        return Pattern.compile(",")
                .splitAsStream(names)
                .map(name -> known.stream()
                        .filter(peer -> peer.key().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new UsageException("--peers knows no '" + name + "'; there are "
                                + known.stream().map(InformerPeer::key).toList())))
                .map(Contestant::peer)
                .toList();
    }
}
