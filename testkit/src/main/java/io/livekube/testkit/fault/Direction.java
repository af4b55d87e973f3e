package io.livekube.testkit.fault;

/// Direction of data through the proxy.
public enum Direction {
    REQUEST,
    RESPONSE
}
