package io.livekube.testkit.fault;

import io.livekube.testkit.fault.http.Headers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Factories of all faults, and of the points at which they strike.
public final class Faults {

    private Faults() {}

    // time

    public static Fault.Latency latency(Duration duration) {
        return new Fault.Latency(duration, Direction.REQUEST);
    }

    public static Fault.Pace slowBody(int bytes, Duration every) {
        return new Fault.Pace(bytes, every, Direction.RESPONSE);
    }

    /// Limits each response separately; `.ofRequest()` limits the request's body instead.
    public static Fault.Pace bandwidth(int bytesPerSecond) {
        int slices = Math.clamp(bytesPerSecond, 1, 50);
        return new Fault.Pace(
                Math.max(1, bytesPerSecond / slices), Duration.ofSeconds(1).dividedBy(slices), Direction.RESPONSE);
    }

    // ends; without `after` they strike on arrival, a clean close and a stall after the head

    public static Fault.End cut() {
        return new Fault.End(Ending.CUT, new Point.Arrival());
    }

    public static Fault.End reset() {
        return new Fault.End(Ending.RESET, new Point.Arrival());
    }

    public static Fault.End halfOpen() {
        return new Fault.End(Ending.HALF_OPEN, new Point.Arrival());
    }

    public static Fault.End stall() {
        return new Fault.End(Ending.STALL, new Point.Head());
    }

    public static Fault.End closeCleanly() {
        return new Fault.End(Ending.CLOSE_CLEANLY, new Point.Head());
    }

    /// A body that stops in the middle of an object, although its framing is proper.
    public static Fault.End truncatedJson(Point at) {
        return closeCleanly().after(at);
    }

    public static Point arrival() {
        return new Point.Arrival();
    }

    public static Point requestBytes(long count) {
        return new Point.RequestBytes(count);
    }

    public static Point answered() {
        return new Point.Answered();
    }

    public static Point head() {
        return new Point.Head();
    }

    public static Point bytes(long count) {
        return new Point.Bytes(count);
    }

    public static Point.Events events(int count) {
        return new Point.Events(count, false);
    }

    public static Point elapsed(Duration duration) {
        return new Point.Elapsed(duration);
    }

    // answers

    /// A status code with the corresponding Kubernetes Status body.
    public static Fault.Respond respond(int status) {
        return new Fault.Respond(StatusError.of(status), Headers.NONE, Optional.empty());
    }

    /// The API server's 504 for a resourceVersion in the future.
    public static Fault.Respond resourceVersionTooLarge() {
        return new Fault.Respond(StatusError.resourceVersionTooLarge(), Headers.NONE, Optional.empty())
                .header("Retry-After", "1");
    }

    /// An ERROR event in a watch: 410 is an expired resourceVersion.
    public static Fault.ErrorEvent errorEvent(int status) {
        return new Fault.ErrorEvent(StatusError.of(status), new Point.Head());
    }

    public static Fault.SetHeader contentType(String value) {
        return new Fault.SetHeader("Content-Type", value);
    }

    public static Fault.SetHeader responseHeader(String name, String value) {
        return new Fault.SetHeader(name, value);
    }

    public static Fault.DropQuery dropQuery(String... names) {
        return new Fault.DropQuery(List.of(names));
    }

    public static Fault.GzipMembers gzipMembers() {
        return new Fault.GzipMembers(false);
    }

    // frames of a watch

    public static Fault.DropFrames dropFrames(FrameSelector frames) {
        return new Fault.DropFrames(frames);
    }

    public static Fault.DropFrames dropInitialEventsEnd() {
        return new Fault.DropFrames(FrameSelector.initialEventsEnd());
    }

    public static Fault.DropFrames dropBookmarks() {
        return new Fault.DropFrames(FrameSelector.ofType("BOOKMARK"));
    }

    public static Fault.DuplicateFrames duplicateFrames(FrameSelector frames) {
        return new Fault.DuplicateFrames(frames);
    }

    public static Fault.DelayFrames delayFrames(FrameSelector frames, Duration duration) {
        return new Fault.DelayFrames(frames, duration);
    }

    public static Fault.SwapFrames swapFrames(FrameSelector frames) {
        return new Fault.SwapFrames(frames);
    }

    public static Fault.RewriteFrames rewriteFrames(FrameSelector frames, UnaryOperator<byte[]> change) {
        return new Fault.RewriteFrames(frames, change);
    }

    public static Fault.RewriteFrames undecodableFrames(FrameSelector frames) {
        return rewriteFrames(frames, Garbage::inTheMiddle);
    }

    // bodies of lists

    public static Fault.RecordList recordList(ListRecording recording) {
        return new Fault.RecordList(recording);
    }

    public static Fault.ReplayList replayList(ListRecording recording) {
        return new Fault.ReplayList(recording);
    }

    public static Fault.RecordedVersion oldResourceVersion(ListRecording recording) {
        return new Fault.RecordedVersion(recording);
    }

    public static Fault.FixedVersion oldResourceVersion(String resourceVersion) {
        return new Fault.FixedVersion(resourceVersion);
    }

    public static Fault.GarbleItem undecodableItem(int number) {
        return new Fault.GarbleItem(number);
    }

    public static Fault.RewriteBody rewriteBody(UnaryOperator<byte[]> change) {
        return new Fault.RewriteBody(change);
    }
}
