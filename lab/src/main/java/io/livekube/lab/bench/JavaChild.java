package io.livekube.lab.bench;

import java.util.ArrayList;
import java.util.List;

/// The command line of a child in a JVM: this JVM's Java and class path, with the flags that every Java
/// contestant gets.
public final class JavaChild {
    private JavaChild() {}

    public static List<String> command(Class<?> main, int maxHeapMb, String... arguments) {
        return command(main, maxHeapMb, System.getProperty("java.class.path"), arguments);
    }

    /// With its own class path, since every jar costs heap, even if it is not used.
    public static List<String> command(Class<?> main, int maxHeapMb, String classPath, String[] arguments) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx" + maxHeapMb + "m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                classPath,
                main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
