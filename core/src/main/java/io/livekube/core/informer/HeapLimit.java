package io.livekube.core.informer;

import java.lang.management.ManagementFactory;

/// What memory this process may use, said once at the start: a heap that ignores its container dies without a word.
final class HeapLimit {
    private HeapLimit() {}

    static String describe() {
        long heap = Runtime.getRuntime().maxMemory();
        var system = ManagementFactory.getOperatingSystemMXBean();
        long machine = system instanceof com.sun.management.OperatingSystemMXBean os ? os.getTotalMemorySize() : -1;
        return machine < 0
                ? "heap limit %,d MB".formatted(heap >> 20)
                : "heap limit %,d MB of %,d MB that this container or machine has".formatted(heap >> 20, machine >> 20);
    }
}
