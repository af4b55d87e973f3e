package io.livekube.testkit.fault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Applies the frame faults of one watch to each frame in turn; holds delayed frames.
final class FrameFaults {

    private final List<Stage> stages;

    FrameFaults(Script script) {
        this.stages = script.all(Fault.OnFrames.class).map(Stage::new).toList();
    }

    /// The frames that the client gets for this one: none, itself, or several.
    List<Frame> pass(Frame frame) throws IOException {
        List<Frame> frames = List.of(frame);
        for (Stage stage : stages) {
            List<Frame> passed = new ArrayList<>();
            for (Frame f : frames) {
                passed.addAll(stage.pass(f));
            }
            frames = passed;
        }
        return frames;
    }

    /// The frames that are still held when the upstream's stream ends.
    List<Frame> atEnd() {
        return stages.stream().flatMap(s -> s.held.stream()).toList();
    }

    private static final class Stage {
        private final Fault.OnFrames fault;
        private Optional<Frame> held = Optional.empty();

        Stage(Fault.OnFrames fault) {
            this.fault = fault;
        }

        List<Frame> pass(Frame frame) throws IOException {
            boolean selected = fault.frames().predicate().test(frame);
            return switch (fault) {
                case Fault.DropFrames _ -> selected ? List.of() : List.of(frame);
                case Fault.DuplicateFrames _ -> selected ? List.of(frame, frame) : List.of(frame);
                case Fault.DelayFrames delay -> {
                    if (selected) {
                        Pause.of(delay.duration());
                    }
                    yield List.of(frame);
                }
                case Fault.SwapFrames _ -> swap(frame, selected);
                case Fault.RewriteFrames rewrite -> List.of(selected ? rewritten(frame, rewrite) : frame);
            };
        }

        private List<Frame> swap(Frame frame, boolean selected) {
            Optional<Frame> before = held;
            held = Optional.empty();
            if (before.isPresent()) {
                return List.of(frame, before.get());
            }
            if (selected) {
                held = Optional.of(frame);
                return List.of();
            }
            return List.of(frame);
        }
    }

    private static Frame rewritten(Frame frame, Fault.RewriteFrames rewrite) {
        byte[] line = frame.bytes();
        boolean newline = line.length > 0 && line[line.length - 1] == '\n';
        byte[] changed = rewrite.change().apply(newline ? Arrays.copyOf(line, line.length - 1) : line);
        var framed = new ByteArrayOutputStream(changed.length + 1);
        framed.writeBytes(changed);
        if (newline) {
            framed.write('\n');
        }
        return new Frame(frame.number(), framed.toByteArray());
    }
}
