package io.livekube.cli.doctor;

import static io.livekube.cli.terminal.HumanNumbers.count;
import static io.livekube.cli.terminal.HumanNumbers.took;

import io.livekube.cli.doctor.Finding.Level;
import java.time.Duration;

/// Check of the delay from a change to its watch event.
final class ChangeDelayCheck {
    private static final Duration LATE = Duration.ofSeconds(2);

    private ChangeDelayCheck() {}

    static Finding finding(ChangeDelay changes) {
        return switch (changes) {
            case ChangeDelay.Seen seen -> seen(seen);
            case ChangeDelay.Quiet quiet ->
                Finding.note("delay from a change to its watch event: not measured, no lease was renewed within "
                        + took(quiet.waited()));
            case ChangeDelay.Unknown unknown ->
                Finding.note("delay from a change to its watch event: not measured, " + unknown.why());
        };
    }

    private static Finding seen(ChangeDelay.Seen seen) {
        if (seen.median().isNegative()) {
            return Finding.note(
                    "delay from a change to its watch event: unknown, the clocks of lease holders are ahead of this one"
                            + " by more than %s".formatted(took(seen.median().negated())));
        }
        String text =
                "delay from a change to its watch event: median %s, maximum %s (%s lease renewals, from the writer's clock"
                                .formatted(
                                        took(seen.median()),
                                        took(seen.longest()),
                                        count(seen.delays().size()))
                        + " to this one, including the write)";
        return seen.median().compareTo(LATE) > 0
                ? new Finding(
                        Level.WARNING,
                        text + ": events are late, or the clocks differ",
                        "compare the clocks; if they agree, check the API server's load, and proxies that buffer responses")
                : Finding.fine(text);
    }
}
