package io.livekube.cli.doctor;

/// What was measured of one kind.
///
/// @param paged in pages and compressed, as an agent does it
/// @param whole in one piece, compressed
/// @param plain in one piece, not compressed
/// @param watchList a watch that sends the state first
/// @param watch a watch from the list's version on
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
