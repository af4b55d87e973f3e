package io.livekube.testkit.fault;

import java.io.IOException;

/// The script's change is impossible for this response.
final class FaultNotApplicableException extends IOException {

    FaultNotApplicableException(String message) {
        super(message);
    }
}
