package io.livekube.cli.doctor;

/// Measurements of one kind.
///
/// @param paged LIST in pages with gzip, as an agent does it
/// @param whole unpaged LIST with gzip
/// @param plain unpaged LIST without gzip
/// @param watchList watch that starts with the initial events
/// @param watch watch from the list's version
record KindMeasurements(
        String resource,
        ListResult paged,
        ListResult whole,
        ListResult plain,
        WatchResult watchList,
        WatchResult watch) {

    static KindMeasurements of(String resource, ListResult paged) {
        var skipped = new ListResult.Skipped("");
        return new KindMeasurements(
                resource, paged, skipped, skipped, new WatchResult.Skipped(""), new WatchResult.Skipped(""));
    }
}
