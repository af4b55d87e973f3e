package io.livekube.cli.process;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses a listen address: `127.0.0.1:8081`, `[::1]:8081`, `:8081` for all interfaces.
public final class ListenAddress {
    private static final Pattern FORM = Pattern.compile("(?:\\[([0-9a-fA-F:.]+)]|([^:\\[\\]]*)):([0-9]{1,5})");

    private ListenAddress() {}

    public static InetSocketAddress parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches() || Integer.parseInt(parts.group(3)) > 65_535) {
            throw new IllegalArgumentException(
                    "invalid listen address '%s': expected HOST:PORT, or :PORT for all interfaces".formatted(text));
        }
        String host = parts.group(1) != null ? parts.group(1) : parts.group(2);
        int port = Integer.parseInt(parts.group(3));
        InetSocketAddress address =
                host == null || host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("cannot resolve the listen address %s".formatted(host));
        }
        return address;
    }
}
