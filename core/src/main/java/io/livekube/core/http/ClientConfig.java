package io.livekube.core.http;

import java.time.Duration;

/// Configuration of the client. It speaks HTTP/1.1, with a connection per watch (docs/decisions/0004).
///
/// @param protobuf whether to request protobuf for kinds that the server supports it for
/// @param gzip whether to request compressed LISTs: less network, more CPU on both sides
/// @param connectTimeout limit for opening a connection, TLS handshake included
/// @param headerTimeout limit from sending a request to the head of its response
/// @param bodyIdle limit for a pause within a LIST, whose total duration is unlimited, and for all of a smaller
/// response
/// @param qps requests per second on average
/// @param burst requests at once, after a pause
/// @param maxObjectBytes upper bound of an object's size
/// @param userAgent value of the `User-Agent` header
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

    /// With bursts of up to twice the rate.
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
