package io.livekube.core.watch;

import java.time.Duration;

/// Size of the pages to request: halved after a timeout, doubled again after several quick pages.
///
/// A page is quick if it took no more than an eighth of the time in which the last one timed out, so that one
/// of twice the size may be expected to take a quarter. The last page of a LIST does not count, since it may be
/// nearly empty. The count continues from one LIST to the next. Each time growth leads to another timeout,
/// twice as many quick pages are needed before the next attempt; at the full size, that number shrinks again
/// step by step.
final class PageSize {
    private static final int QUICK_PAGES = 4;
    private static final int MOST_QUICK_PAGES = 256;
    private static final int QUICK_FRACTION = 8;

    private final int smallest;
    private final int largest;
    private int size;
    private Duration patience = Duration.ZERO;
    private int wanted = QUICK_PAGES;
    private int quick;
    private boolean grown;

    PageSize(ReflectorConfig.Pages pages) {
        this.smallest = pages.min();
        this.largest = pages.size();
        this.size = largest;
    }

    int objects() {
        return size;
    }

    /// A page arrived after this time, and it was not the last one.
    void came(Duration took) {
        quick = took.multipliedBy(QUICK_FRACTION).compareTo(patience) <= 0 ? quick + 1 : 0;
        if (quick < wanted) {
            return;
        }
        quick = 0;
        if (size < largest) {
            size = Math.min(largest, size * 2);
            grown = true;
        } else {
            grown = false;
            wanted = Math.max(QUICK_PAGES, wanted / 2);
        }
    }

    /// A page did not arrive within this time. Returns whether it can be requested in a smaller size.
    boolean timedOut(Duration waited) {
        patience = waited;
        quick = 0;
        if (grown) {
            grown = false;
            wanted = Math.min(MOST_QUICK_PAGES, wanted * 2);
        }
        int before = size;
        size = Math.max(smallest, size / 2);
        return size < before;
    }
}
