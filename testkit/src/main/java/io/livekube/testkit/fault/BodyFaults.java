package io.livekube.testkit.fault;

import java.io.IOException;

/// Applies faults to a buffered body.
final class BodyFaults {

    private BodyFaults() {}

    static byte[] apply(Fault.OnBody fault, byte[] body) throws IOException {
        return switch (fault) {
            case Fault.RecordList(ListRecording recording) -> {
                recording.keep(body, new EditableList(body).resourceVersion());
                yield body;
            }
            case Fault.ReplayList(ListRecording recording) -> recording.body().orElseThrow(BodyFaults::nothingRecorded);
            case Fault.RecordedVersion(ListRecording recording) ->
                new EditableList(body)
                        .withResourceVersion(recording.resourceVersion().orElseThrow(BodyFaults::nothingRecorded));
            case Fault.FixedVersion(String version) -> new EditableList(body).withResourceVersion(version);
            case Fault.GarbleItem(int number) -> new EditableList(body).withGarbageInItem(number);
            case Fault.RewriteBody rewrite -> rewrite.change().apply(body);
        };
    }

    private static FaultNotApplicableException nothingRecorded() {
        return new FaultNotApplicableException("no list was recorded yet: script recordList first");
    }
}
