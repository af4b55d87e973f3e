package io.livekube.core.informer;

import java.lang.management.ManagementFactory;

/// Heap limit of this process, logged once at startup, because a process that exceeds its container's memory is
/// killed without a message.
final class HeapLimit {
    private HeapLimit() {}

    static String describe() {
        long heap = Runtime.getRuntime().maxMemory();
        var system = ManagementFactory.getOperatingSystemMXBean();
        long machine = system instanceof com.sun.management.OperatingSystemMXBean os ? os.getTotalMemorySize() : -1;
        return machine < 0
                ? "heap limit %,d MB".formatted(heap >> 20)
                : "heap limit %,d MB of %,d MB of this container or machine".formatted(heap >> 20, machine >> 20);
    }
}
