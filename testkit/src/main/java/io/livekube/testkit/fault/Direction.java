package io.livekube.testkit.fault;

/// A direction of travel through the proxy.
public enum Direction {
    REQUEST,
    RESPONSE
}
