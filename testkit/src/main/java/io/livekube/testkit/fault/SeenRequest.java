package io.livekube.testkit.fault;

import java.util.Optional;
import java.util.OptionalInt;

/// Entry of the [RequestLog]: a request, the rule that applied, and its progress.
///
/// @param rule the rule that claimed it, if any; `outcome` shows whether its fault struck
/// @param status that the client got, once a head was sent
/// @param bytes of the response's body, sent to the client so far
/// @param frames of a watch, sent to the client so far
/// @param error an unscripted failure
public record SeenRequest(
        ProxiedRequest request,
        Optional<Rule> rule,
        OptionalInt status,
        ExchangeOutcome outcome,
        long bytes,
        int frames,
        Optional<String> error) {

    public Optional<Fault> fault() {
        return rule.map(Rule::fault);
    }

    SeenRequest status(int sent) {
        return new SeenRequest(request, rule, OptionalInt.of(sent), outcome, bytes, frames, error);
    }

    SeenRequest sent(long bytesSoFar, int framesSoFar) {
        return new SeenRequest(request, rule, status, outcome, bytesSoFar, framesSoFar, error);
    }

    SeenRequest ended(ExchangeOutcome how) {
        return new SeenRequest(request, rule, status, how, bytes, frames, error);
    }

    SeenRequest failed(String why) {
        return new SeenRequest(request, rule, status, outcome, bytes, frames, Optional.of(why));
    }
}
