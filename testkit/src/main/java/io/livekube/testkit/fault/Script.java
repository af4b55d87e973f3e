package io.livekube.testkit.fault;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Faults of one exchange, by the place where they strike.
record Script(List<Fault> faults) {

    static Script of(Optional<Rule> rule) {
        return new Script(rule.map(Rule::fault)
                .map(f -> f instanceof Fault.All(List<Fault> all) ? all : List.of(f))
                .orElse(List.of()));
    }

    <T extends Fault> Stream<T> all(Class<T> type) {
        return faults.stream().filter(type::isInstance).map(type::cast);
    }

    <T extends Fault> Optional<T> first(Class<T> type) {
        return all(type).findFirst();
    }

    Duration latency(Direction leg) {
        return all(Fault.Latency.class)
                .filter(l -> l.leg() == leg)
                .map(Fault.Latency::duration)
                .reduce(Duration.ZERO, Duration::plus);
    }

    Optional<Fault.Pace> pace(Direction leg) {
        return all(Fault.Pace.class).filter(p -> p.leg() == leg).findFirst();
    }

    Stream<Fault.Terminal> terminals(Class<? extends Point> at) {
        return all(Fault.Terminal.class).filter(t -> at.isInstance(t.at()));
    }

    Optional<Fault.Terminal> terminalAt(Point point) {
        return all(Fault.Terminal.class).filter(t -> t.at().equals(point)).findFirst();
    }

    boolean touchesFrames() {
        return first(Fault.OnFrames.class).isPresent()
                || first(Fault.ErrorEvent.class).isPresent()
                || terminals(Point.Events.class).findAny().isPresent();
    }

    boolean touchesBody() {
        return first(Fault.OnBody.class).isPresent();
    }

    /// Whether a fault inspects objects, which requires JSON.
    boolean readsJson() {
        return touchesFrames() || touchesBody();
    }

    boolean needsPlainBody() {
        return readsJson() || first(Fault.GzipMembers.class).isPresent();
    }

    /// Whether the body may end properly before the length that the upstream announced.
    boolean mayEndCleanlyEarly() {
        return all(Fault.End.class).anyMatch(e -> e.ending() == Ending.CLOSE_CLEANLY)
                || first(Fault.ErrorEvent.class).isPresent();
    }
}
