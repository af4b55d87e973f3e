package io.livekube.testkit.fault;

import io.livekube.testkit.fault.http.Headers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Fault of one exchange. Created with [Faults], combined with [#and].
///
/// Faults on frames and bodies apply to successful responses only, and require the proxy to request an
/// unencoded body from the upstream. All others leave the bytes unchanged.
public sealed interface Fault {

    /// Combines two faults; if several end the response, the one whose point is reached first wins.
    default Fault and(Fault other) {
        return new All(Stream.of(this, other).flatMap(Fault::parts).toList());
    }

    private static Stream<Fault> parts(Fault fault) {
        return fault instanceof All(List<Fault> faults) ? faults.stream() : Stream.of(fault);
    }

    record All(List<Fault> faults) implements Fault {
        public All {
            faults = List.copyOf(faults);
        }
    }

    /// A pause before the request is forwarded, or before the first byte of the response is sent to the
    /// client.
    record Latency(Duration duration, Direction leg) implements Fault {
        public Latency beforeResponse() {
            return new Latency(duration, Direction.RESPONSE);
        }
    }

    /// A body sent in pieces of `bytes`, with a pause after each.
    record Pace(int bytes, Duration every, Direction leg) implements Fault {
        public Pace {
            if (bytes < 1) {
                throw new IllegalArgumentException("a body cannot flow at " + bytes + " bytes; stall() stops it");
            }
        }

        public Pace ofRequest() {
            return new Pace(bytes, every, Direction.REQUEST);
        }
    }

    /// A fault that ends the response.
    sealed interface Terminal extends Fault {
        Point at();
    }

    record End(Ending ending, Point at) implements Terminal {
        public End {
            boolean beforeHead =
                    at instanceof Point.Arrival || at instanceof Point.RequestBytes || at instanceof Point.Answered;
            if (ending == Ending.CLOSE_CLEANLY && beforeHead) {
                throw new IllegalArgumentException("a response cannot end cleanly before its head: " + at);
            }
        }

        public End after(Point point) {
            return new End(ending, point);
        }
    }

    /// An ERROR event in a watch, after which the stream ends properly, as an API server does.
    record ErrorEvent(StatusError error, Point at) implements Terminal {
        public ErrorEvent {
            if (!(at instanceof Point.Head || at instanceof Point.Events || at instanceof Point.Elapsed)) {
                throw new IllegalArgumentException("an ERROR event comes on a frame border, not at " + at);
            }
        }

        public ErrorEvent after(Point point) {
            return new ErrorEvent(error, point);
        }
    }

    /// A response of the proxy itself; the upstream does not see the request.
    record Respond(StatusError error, Headers headers, Optional<String> body) implements Fault {
        public Respond retryAfter(Duration wait) {
            return new Respond(error.retryAfter(wait), headers, body)
                    .header("Retry-After", Long.toString(wait.toSeconds()));
        }

        public Respond reason(String reason) {
            return new Respond(error.reason(reason), headers, body);
        }

        public Respond message(String message) {
            return new Respond(error.message(message), headers, body);
        }

        /// The token for an inconsistent continuation in a 410 during paging.
        public Respond continueToken(String token) {
            return new Respond(error.continueToken(token), headers, body);
        }

        public Respond header(String name, String value) {
            return new Respond(error, headers.with(name, value), body);
        }

        /// This text instead of a Status object.
        public Respond body(String contentType, String text) {
            return new Respond(error, headers.with("Content-Type", contentType), Optional.of(text));
        }
    }

    /// A response header set to this value, whatever the upstream sent.
    record SetHeader(String name, String value) implements Fault {}

    /// Query parameters removed from the request, as if the server were too old to know them.
    record DropQuery(List<String> names) implements Fault {
        public DropQuery {
            names = List.copyOf(names);
        }
    }

    /// The response as concatenated gzip members: one per frame of a watch, one per piece elsewhere.
    ///
    /// @param forced also for clients that do not accept gzip
    record GzipMembers(boolean forced) implements Fault {
        public GzipMembers evenIfNotAccepted() {
            return new GzipMembers(true);
        }
    }

    /// A fault on the frames of a watch.
    sealed interface OnFrames extends Fault {
        FrameSelector frames();
    }

    record DropFrames(FrameSelector frames) implements OnFrames {}

    record DuplicateFrames(FrameSelector frames) implements OnFrames {}

    /// Delays the selected frames, and thereby all after them.
    record DelayFrames(FrameSelector frames, Duration duration) implements OnFrames {}

    /// Swaps each selected frame with its successor.
    record SwapFrames(FrameSelector frames) implements OnFrames {}

    /// Replaces the content of selected frames, without the newline.
    record RewriteFrames(FrameSelector frames, UnaryOperator<byte[]> change) implements OnFrames {}

    /// A fault on a whole body, which is buffered in memory.
    sealed interface OnBody extends Fault {}

    record RecordList(ListRecording recording) implements OnBody {}

    record ReplayList(ListRecording recording) implements OnBody {}

    /// Replaces the list's own `metadata.resourceVersion`; the items keep theirs.
    record RecordedVersion(ListRecording recording) implements OnBody {}

    record FixedVersion(String resourceVersion) implements OnBody {}

    /// Garbage bytes in the n-th item of a list, counted from 1.
    record GarbleItem(int number) implements OnBody {}

    record RewriteBody(UnaryOperator<byte[]> change) implements OnBody {}
}
