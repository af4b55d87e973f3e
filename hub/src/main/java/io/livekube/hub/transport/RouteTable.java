package io.livekube.hub.transport;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/// Routes of an API: every path with its methods, the rule by which a request is allowed, and its handler.
///
/// A path is written as `/api/v1/clusters/{cluster}`; the first one that matches a request counts. Methods are
/// written as in an `Allow` header, and one that a path does not support gets 405 with that header.
public final class RouteTable {
    private final List<Path> paths = new ArrayList<>();

    /// Decides from a request's headers whether it is allowed.
    public interface Rule {
        /// Allows every request.
        Rule OPEN = (_, _) -> {};

        /// Checks a request.
        ///
        /// @throws HttpProblem if it is not allowed
        void check(HttpExchange head, Variables path);
    }

    /// Decides from an allowed request's headers how to handle it; runs on the event loop.
    public interface Admission {
        RequestHandling admit(HttpExchange head, Variables path);
    }

    /// Answers a request on its own thread.
    public interface Endpoint {
        void answer(HttpExchange exchange, Variables path) throws InterruptedException;
    }

    /// Values of the variables in a path.
    public record Variables(Map<String, String> values) {
        public String get(String name) {
            return Objects.requireNonNull(values.get(name), name);
        }
    }

    private record Method(String name, Rule rule, Admission admission) {}

    private record Path(List<String> pattern, List<Method> methods) {
        Optional<Variables> match(List<String> parts) {
            if (parts.size() != pattern.size()) {
                return Optional.empty();
            }
            Map<String, String> values = new HashMap<>();
            for (int i = 0; i < parts.size(); i++) {
                String expected = pattern.get(i);
                if (expected.startsWith("{")) {
                    values.put(expected.substring(1, expected.length() - 1), parts.get(i));
                } else if (!expected.equals(parts.get(i))) {
                    return Optional.empty();
                }
            }
            return Optional.of(new Variables(values));
        }

        RequestHandling admit(HttpExchange head, Variables path) {
            for (Method method : methods) {
                if (method.name().equals(head.method())) {
                    method.rule().check(head, path);
                    return method.admission().admit(head, path);
                }
            }
            String allow = methods.stream().map(Method::name).collect(Collectors.joining(", "));
            throw HttpProblem.methodNotAllowed(allow, "This path supports %s, not %s.".formatted(allow, head.method()));
        }
    }

    /// Adds an endpoint that needs no body.
    public RouteTable answer(String methods, String path, Rule rule, Endpoint endpoint) {
        return admit(
                methods,
                path,
                rule,
                (_, values) -> new RequestHandling.Answer(exchange -> endpoint.answer(exchange, values)));
    }

    /// Adds an endpoint that decides itself how a request is handled.
    public RouteTable admit(String methods, String path, Rule rule, Admission admission) {
        List<String> pattern = List.of(path.substring(1).split("/", -1));
        List<Method> known = paths.stream()
                .filter(one -> one.pattern().equals(pattern))
                .findFirst()
                .map(Path::methods)
                .orElseGet(() -> {
                    paths.add(new Path(pattern, new ArrayList<>()));
                    return paths.getLast().methods();
                });
        for (String method : methods.split(", ", -1)) {
            known.add(new Method(method, rule, admission));
        }
        return this;
    }

    /// Returns the route of a path.
    ///
    /// @param parts decoded path segments
    public Route route(List<String> parts) {
        for (Path path : paths) {
            Optional<Variables> found = path.match(parts);
            if (found.isPresent()) {
                Variables values = found.get();
                String cluster = values.values().getOrDefault("cluster", "");
                return new Route(cluster, ErrorFormat.PLAIN, head -> path.admit(head, values));
            }
        }
        return Route.notFound();
    }
}
