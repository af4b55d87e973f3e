package io.livekube.testkit.fault;

import java.io.IOException;

/// The exchange was ended by its script or from outside; whoever still works on it stops.
final class ExchangeEndedException extends IOException {

    ExchangeEndedException() {
        super("the exchange has ended");
    }
}
