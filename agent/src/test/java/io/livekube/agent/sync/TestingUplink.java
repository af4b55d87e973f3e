package io.livekube.agent.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.protocol.Answer;
import io.livekube.protocol.Ask;
import io.livekube.protocol.Batch;
import io.livekube.protocol.Edit;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// An uplink, its kinds and a clock, controlled by a test that plays the hub.
final class TestingUplink {
    final Uplink uplink;
    final List<TestingKind> kinds;
    Instant now = Instant.parse("2026-01-01T00:00:00Z");

    TestingUplink(UplinkConfig config, TestingKind... kinds) {
        this.uplink = new Uplink(config, new SessionId(7, 1), new Part.Hello("test", "", ""), new SplittableRandom(1));
        this.kinds = List.of(kinds);
    }

    UplinkAction next() {
        return uplink.next(kinds.stream().map(TestingKind::source).toList(), now);
    }

    /// The batch that must be due now.
    Batch post() {
        return assertThat(next())
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.type(UplinkAction.Post.class))
                .actual()
                .batch();
    }

    void acknowledge(Batch batch, Ask... asks) {
        uplink.answered(new Answer.Acknowledged(batch.session(), batch.sequence(), List.of(asks), Duration.ZERO), now);
        now = now.plusMillis(20);
    }

    /// Through the opening, with a hub that has everything.
    TestingUplink live() {
        acknowledge(post());
        return this;
    }

    static <T extends Part> List<T> parts(Batch batch, Class<T> type) {
        return batch.parts().stream().filter(type::isInstance).map(type::cast).toList();
    }

    static List<Edit> edits(Batch batch) {
        return parts(batch, Part.Delta.class).stream()
                .flatMap(delta -> delta.edits().stream())
                .toList();
    }

    static Stream<String> names(Batch batch) {
        return edits(batch).stream().map(edit -> edit.key().name());
    }
}
