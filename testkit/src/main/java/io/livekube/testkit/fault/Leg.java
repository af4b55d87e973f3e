package io.livekube.testkit.fault;

/// A direction of travel through the proxy.
public enum Leg {
    REQUEST,
    RESPONSE
}
