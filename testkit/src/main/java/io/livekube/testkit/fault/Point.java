package io.livekube.testkit.fault;

import java.time.Duration;

/// The moment in an exchange at which a [Fault.Terminal] strikes; if it is never reached, the fault does not
/// strike.
public sealed interface Point {

    /// The request's head was read, and nothing was forwarded.
    record Arrival() implements Point {}

    /// This many bytes of the request's body were forwarded.
    record RequestBytes(long count) implements Point {
        public RequestBytes {
            atLeastZero(count);
        }
    }

    /// The upstream has processed the request and responded; the client has received nothing.
    record Answered() implements Point {}

    /// The response's head was sent, nothing of its body.
    record Head() implements Point {}

    /// This many bytes of the response's body were sent (as encoded, without chunk framing).
    record Bytes(long count) implements Point {
        public Bytes {
            atLeastZero(count);
        }
    }

    /// This many whole frames of a watch were sent and, if `half`, the first half of the one after.
    record Events(int count, boolean half) implements Point {
        public Events {
            atLeastZero(count);
        }

        /// In the middle of the next frame instead of on the border.
        public Events andHalf() {
            return new Events(count, true);
        }
    }

    /// This long after the response's head was sent.
    record Elapsed(Duration duration) implements Point {}

    private static void atLeastZero(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("a fault cannot strike after " + count + " of anything");
        }
    }
}
