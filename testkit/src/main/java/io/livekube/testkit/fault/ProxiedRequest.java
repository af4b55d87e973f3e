package io.livekube.testkit.fault;

import io.livekube.testkit.fault.http.Headers;
import io.livekube.testkit.fault.http.RequestHead;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Request as received from the client.
///
/// @param number its position among all requests of the proxy, from 1
/// @param connection number of the client connection, from 1: equal numbers mean that a connection was reused
/// @param query decoded, in order
/// @param page of a LIST, from 1, counted along the `continue` requests of the same path and selectors; 0 for
///     other requests. Two clients that page through the same list at the same time are counted as one.
public record ProxiedRequest(
        int number,
        int connection,
        Instant at,
        String method,
        String path,
        Map<String, List<String>> query,
        Headers headers,
        Optional<KubernetesPath> resource,
        int page) {

    static ProxiedRequest of(RequestHead head, int number, int connection, Instant at, PageCounter pages) {
        int mark = head.target().indexOf('?');
        String path = mark < 0 ? head.target() : head.target().substring(0, mark);
        Map<String, List<String>> query =
                mark < 0 ? Map.of() : parse(head.target().substring(mark + 1));
        var request = new ProxiedRequest(
                number, connection, at, head.method(), path, query, head.headers(), KubernetesPath.parse(path), 0);
        return request.isList() ? request.onPage(pages.next(request)) : request;
    }

    public Optional<String> query(String name) {
        return query.getOrDefault(name, List.of()).stream().findFirst();
    }

    public Optional<String> header(String name) {
        return headers.first(name);
    }

    public boolean isWatch() {
        return method.equals("GET")
                && query("watch").filter(w -> w.equals("true") || w.equals("1")).isPresent();
    }

    /// A GET of a whole collection, and not a watch of it.
    public boolean isList() {
        return method.equals("GET")
                && !isWatch()
                && resource.filter(r -> r.name().isEmpty()).isPresent();
    }

    @Override
    public String toString() {
        return "#" + number + " " + method + " " + path + (query.isEmpty() ? "" : " " + query);
    }

    private ProxiedRequest onPage(int counted) {
        return new ProxiedRequest(number, connection, at, method, path, query, headers, resource, counted);
    }

    private static Map<String, List<String>> parse(String text) {
        Map<String, List<String>> query = new LinkedHashMap<>();
        for (String pair : text.split("&", -1)) {
            String[] both = pair.split("=", 2);
            query.computeIfAbsent(decode(both[0]), _ -> new ArrayList<>()).add(both.length == 2 ? decode(both[1]) : "");
        }
        return query;
    }

    private static String decode(String encoded) {
        try {
            return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return encoded; // the upstream decides about an invalid escape
        }
    }
}
