package io.livekube.testkit.fault;

import io.livekube.testkit.ApiEndpoint;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/// State shared by the connections of one proxy.
record ProxyParts(
        ApiEndpoint upstream,
        SSLContext tls,
        RuleBook rules,
        RequestLog log,
        PageCounter pages,
        Gate gate,
        Set<ProxiedExchange> live,
        ExecutorService threads,
        InstantSource clock,
        AtomicInteger requests) {}
