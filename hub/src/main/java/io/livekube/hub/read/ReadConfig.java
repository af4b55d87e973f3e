package io.livekube.hub.read;

/// Configuration of reads.
///
/// @param fetch live reads, for what the mirror can't answer
/// @param lists list pages, and lists at past versions
public record ReadConfig(FetchConfig fetch, ListConfig lists) {
    public static ReadConfig defaults() {
        return new ReadConfig(FetchConfig.defaults(), ListConfig.defaults());
    }

    public ReadConfig withFetch(FetchConfig changed) {
        return new ReadConfig(changed, lists);
    }
}
