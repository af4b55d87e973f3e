package io.livekube.cli.doctor;

import io.livekube.cli.doctor.Finding.Level;
import io.livekube.cli.terminal.HumanNumbers;
import java.time.Duration;

/// Says what the delay of changes means, and what it was measured by.
final class ChangeDelayCheck {
    private static final Duration LATE = Duration.ofSeconds(2);

    private ChangeDelayCheck() {}

    static Finding finding(ChangeDelay changes) {
        return switch (changes) {
            case ChangeDelay.Seen seen -> seen(seen);
            case ChangeDelay.Quiet quiet ->
                Finding.note("from a change to its watch event: not measured, no lease was renewed within "
                        + HumanNumbers.took(quiet.waited()));
            case ChangeDelay.Unknown unknown ->
                Finding.note("from a change to its watch event: not measured, " + unknown.why());
        };
    }

    private static Finding seen(ChangeDelay.Seen seen) {
        if (seen.median().isNegative()) {
            return Finding.note(
                    "from a change to its watch event: can't be told, clocks of those who renew leases are ahead of this"
                            + " one's by more than %s"
                                    .formatted(HumanNumbers.took(seen.median().negated())));
        }
        String text =
                "from a change to its watch event %s, at most %s (%s renewals of leases, from their writers' clocks to"
                                .formatted(
                                        HumanNumbers.took(seen.median()),
                                        HumanNumbers.took(seen.longest()),
                                        HumanNumbers.count(seen.delays().size()))
                        + " this one's, the writing included)";
        return seen.median().compareTo(LATE) > 0
                ? new Finding(
                        Level.WARNING,
                        text + ": changes come late, or the clocks differ",
                        "compare the clocks; if they agree, look at the API server's load, and for proxies that hold answers"
                                + " back")
                : Finding.fine(text);
    }
}
