package io.livekube.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// CPU time and memory of a process, including all its threads, as counted by the kernel.
///
/// @param cpuSeconds user and system time
/// @param rssBytes resident memory now
/// @param peakRssBytes the most resident memory so far (VmHWM)
public record ProcessUsage(double cpuSeconds, long rssBytes, long peakRssBytes) {
    /// USER_HZ: Linux reports 100 ticks per second to user space on every architecture that runs a JVM.
    private static final double TICKS_A_SECOND = 100.0;

    /// What the names of C1's and C2's threads have in common; the kernel cuts names to 15 characters.
    private static final String COMPILER = " CompilerThre";

    public static ProcessUsage of(long pid) {
        Path proc = Path.of("/proc", Long.toString(pid));
        try {
            List<String> status = Files.readAllLines(proc.resolve("status"));
            return new ProcessUsage(
                    cpuSeconds(Files.readString(proc.resolve("stat"))), kib(status, "VmRSS:"), kib(status, "VmHWM:"));
        } catch (IOException e) {
            throw new BenchException("process " + pid + " is gone, or this system has no /proc", e);
        }
    }

    /// The CPU time since an earlier reading of the same process.
    public double cpuSecondsSince(ProcessUsage before) {
        return cpuSeconds - before.cpuSeconds;
    }

    /// CPU time of the compiler threads of a JVM that keeps them (`-XX:-UseDynamicNumberOfCompilerThreads`).
    public static double compilerSeconds(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return threads.map(ProcessUsage::stat)
                    .filter(stat -> stat.contains(COMPILER))
                    .mapToDouble(ProcessUsage::cpuSeconds)
                    .sum();
        } catch (IOException e) {
            throw new BenchException("process " + pid + " is gone, or this system has no /proc", e);
        }
    }

    /// Empty for a thread that has ended.
    private static String stat(Path thread) {
        try {
            return Files.readString(thread.resolve("stat"));
        } catch (IOException e) {
            return "";
        }
    }

    /// @param stat of a process or of one of its threads
    static double cpuSeconds(String stat) {
        // The command's name, in parentheses, may contain spaces: count fields after it.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_A_SECOND;
    }

    private static long kib(List<String> status, String key) {
        return status.stream()
                        .filter(line -> line.startsWith(key))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")))
                        .findFirst()
                        .orElseThrow(() -> new BenchException("no " + key + " in /proc: the process has ended"))
                * 1024;
    }
}
