package io.livekube.core.http;

import java.time.Duration;

/// How we speak to an API server. The protocol is HTTP/1.1, a connection for each watch
/// (docs/decisions/0004).
///
/// @param protobuf whether objects may come as protobuf, where the server has it for their kind
/// @param gzip whether LISTs may come compressed: less network, more CPU on both sides
/// @param connectTimeout for opening a connection
/// @param headerTimeout from asking to the first byte of the answer
/// @param bodyIdle how long a LIST may pause; one that flows may take as long as it needs
/// @param qps requests a second over time
/// @param burst requests at once
/// @param maxObjectBytes the largest object that is accepted
/// @param userAgent how we introduce ourselves
public record ClientConfig(
        boolean protobuf,
        boolean gzip,
        Duration connectTimeout,
        Duration headerTimeout,
        Duration bodyIdle,
        double qps,
        int burst,
        int maxObjectBytes,
        String userAgent) {

    public ClientConfig {
        positive("connectTimeout", connectTimeout);
        positive("headerTimeout", headerTimeout);
        positive("bodyIdle", bodyIdle);
        if (!(qps > 0) || burst < 1) {
            throw new IllegalArgumentException("qps and burst must be positive, got " + qps + " and " + burst);
        }
        if (maxObjectBytes < 1) {
            throw new IllegalArgumentException("maxObjectBytes must be positive, got " + maxObjectBytes);
        }
        if (userAgent.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("userAgent must be one line without control characters");
        }
    }

    public static ClientConfig defaults() {
        return new ClientConfig(
                true,
                true,
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                50,
                100,
                64 << 20,
                "livekube");
    }

    public ClientConfig withTimeouts(Duration header, Duration idle) {
        return new ClientConfig(protobuf, gzip, connectTimeout, header, idle, qps, burst, maxObjectBytes, userAgent);
    }

    public ClientConfig withConnectTimeout(Duration connect) {
        return new ClientConfig(
                protobuf, gzip, connect, headerTimeout, bodyIdle, qps, burst, maxObjectBytes, userAgent);
    }

    public ClientConfig withGzip(boolean compressed) {
        return new ClientConfig(
                protobuf, compressed, connectTimeout, headerTimeout, bodyIdle, qps, burst, maxObjectBytes, userAgent);
    }

    public ClientConfig withProtobuf(boolean allowed) {
        return new ClientConfig(
                allowed, gzip, connectTimeout, headerTimeout, bodyIdle, qps, burst, maxObjectBytes, userAgent);
    }

    /// With bursts of at most two seconds' worth.
    public ClientConfig withQps(double requests) {
        int atOnce = Math.max(1, (int) Math.min(2 * requests, Integer.MAX_VALUE));
        return new ClientConfig(
                protobuf, gzip, connectTimeout, headerTimeout, bodyIdle, requests, atOnce, maxObjectBytes, userAgent);
    }

    public ClientConfig withMaxObjectBytes(int most) {
        return new ClientConfig(protobuf, gzip, connectTimeout, headerTimeout, bodyIdle, qps, burst, most, userAgent);
    }

    public ClientConfig withUserAgent(String name) {
        return new ClientConfig(
                protobuf, gzip, connectTimeout, headerTimeout, bodyIdle, qps, burst, maxObjectBytes, name);
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, got " + value);
        }
    }
}
