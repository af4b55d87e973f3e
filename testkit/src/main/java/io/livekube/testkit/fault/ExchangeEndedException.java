package io.livekube.testkit.fault;

import java.io.IOException;

/// The exchange has been ended, by its script or by another thread; the receiver stops working on it.
final class ExchangeEndedException extends IOException {

    ExchangeEndedException() {
        super("the exchange has ended");
    }
}
