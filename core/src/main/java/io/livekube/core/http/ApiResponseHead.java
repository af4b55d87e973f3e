package io.livekube.core.http;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Status and headers of an HTTP/1.1 response.
///
/// @param headers by case-insensitive name; the last value of a repeated header
record ApiResponseHead(int status, boolean keepAlive, Map<String, String> headers) {
    private static final int MAX_HEADERS = 200;

    /// Reads the head of the final response, skipping interim ones.
    static ApiResponseHead read(WireReader in) throws IOException {
        ApiResponseHead head = readAny(in);
        while (head.status < 200) {
            head = readAny(in);
        }
        return head;
    }

    private static ApiResponseHead readAny(WireReader in) throws IOException {
        String first = in.line();
        if (!first.matches("HTTP/1\\.[01] [1-5]\\d\\d( .*)?")) {
            throw new IOException(
                    "not an HTTP/1.1 response: '" + first.substring(0, Math.min(80, first.length())) + "'");
        }
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = in.line(); !line.isEmpty(); line = in.line()) {
            int colon = line.indexOf(':');
            if (colon < 1 || headers.size() >= MAX_HEADERS) {
                throw new IOException("not a header of an HTTP response: '" + line + "'");
            }
            headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        boolean keepAlive =
                first.startsWith("HTTP/1.1") && !"close".equalsIgnoreCase(headers.getOrDefault("Connection", ""));
        return new ApiResponseHead(Integer.parseInt(first, 9, 12, 10), keepAlive, headers);
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    boolean chunked() {
        return "chunked".equalsIgnoreCase(headers.get("Transfer-Encoding"));
    }
}
