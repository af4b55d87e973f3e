package io.livekube.hub.subscription;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.DoubleSupplier;

/// Share of the heap in use after the last collection of long-lived objects.
public final class HeapUsage implements DoubleSupplier {
    private final List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null)
            .toList();

    @Override
    public double getAsDouble() {
        long used = 0;
        for (MemoryPoolMXBean pool : pools) {
            MemoryUsage after = pool.getCollectionUsage();
            used += after == null ? 0 : after.getUsed();
        }
        return (double) used / Runtime.getRuntime().maxMemory();
    }
}
