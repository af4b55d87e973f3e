package io.livekube.cli.doctor;

/// What was measured of one kind.
///
/// @param paged in pages and compressed, as an agent does it
/// @param whole in one piece, compressed
/// @param plain in one piece, not compressed
/// @param watchList a watch that sends the state first
/// @param watch a watch from the list's version on
record KindMeasure(String resource, Listing paged, Listing whole, Listing plain, Watching watchList, Watching watch) {

    static KindMeasure of(String resource, Listing paged) {
        var skipped = new Listing.Skipped("");
        return new KindMeasure(resource, paged, skipped, skipped, new Watching.Skipped(""), new Watching.Skipped(""));
    }
}
