/// Fault-injecting proxy between a client and an API server, scripted per request.
///
/// ```java
/// import static io.livekube.testkit.fault.Faults.*;
/// import static io.livekube.testkit.fault.RequestMatcher.*;
///
/// try (var proxy = FaultProxy.before(upstream)) {
///     // Rules are tried in order, the first match wins; by default each applies once.
///     var old = new ListRecording();
///     proxy.when(list("pods")).then(recordList(old));
///     proxy.when(list("pods").page(2)).then(respond(503).retryAfter(ofSeconds(1)));
///     proxy.when(list("pods")).always().then(oldResourceVersion(old));
///     proxy.when(watch("pods")).times(2).then(reset().after(bytes(10_000)));
///     proxy.when(watch("pods")).then(errorEvent(410).after(events(3)));
///     proxy.when(any()).always().then(latency(ofMillis(20)).and(bandwidth(1_000_000)));
///
///     startClient(proxy.endpoint());
///
///     // The log has all requests and their outcomes. An entry is final once its outcome is.
///     proxy.requests().await(watch("pods"), 2, ExchangeOutcome.RESET, ofSeconds(5));
///
///     // Live exchanges can be ended from outside, and everything healed.
///     proxy.live(watch("pods")).closeCleanly();
///     proxy.refuseConnections();
///     proxy.heal();
/// }
/// ```
///
/// A request's way through the code: `Listener` → `ClientConnection` → `Relay`, which claims a [Rule] and runs
/// the two halves of a `ProxiedExchange`: `RequestHalf` (client to upstream, then waiting for the client to
/// disconnect) and `ResponseHalf` (upstream to `ClientStream`, through `FrameFaults` or `BodyFaults` for
/// faults on content).
///
/// | to add | where |
/// |---|---|
/// | a fault on watch frames | a record in [Fault.OnFrames], its case in `FrameFaults`, a method in [Faults] |
/// | a fault on a list's body | a record in [Fault.OnBody], its case in `BodyFaults`, a method in [Faults] |
/// | a way to end a response | a constant in [Ending] and [ExchangeOutcome], branches in `end` and `settle` |
/// | a moment to strike | a record in [Point], the `strikeAt` where it is reached |
///
/// Limits: HTTP/1.1 only, without TLS towards the client; JSON only, for faults on content (other types get a
/// 502 that says so); packets cannot be lost, so a half-open connection still acknowledges data.
@NullMarked
package io.livekube.testkit.fault;

import org.jspecify.annotations.NullMarked;
