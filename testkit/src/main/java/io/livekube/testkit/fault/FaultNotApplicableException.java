package io.livekube.testkit.fault;

import java.io.IOException;

/// The script asks for a change that this response does not allow.
final class FaultNotApplicableException extends IOException {

    FaultNotApplicableException(String message) {
        super(message);
    }
}
