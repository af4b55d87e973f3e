package io.livekube.testkit.fault;

import java.util.function.Predicate;

/// Matches the requests of a rule: start with a static method, narrow with the others.
///
/// @param description for logs and failed assertions
public record RequestMatcher(String description, Predicate<ProxiedRequest> predicate) {

    public static RequestMatcher any() {
        return new RequestMatcher("any request", _ -> true);
    }

    /// A watch of a resource: `pods`, or `deployments.apps` where the group matters.
    public static RequestMatcher watch(String resource) {
        return new RequestMatcher(
                "watch " + resource,
                r -> r.isWatch() && r.resource().filter(p -> p.is(resource)).isPresent());
    }

    public static RequestMatcher anyWatch() {
        return new RequestMatcher("any watch", ProxiedRequest::isWatch);
    }

    public static RequestMatcher list(String resource) {
        return new RequestMatcher(
                "list " + resource,
                r -> r.isList() && r.resource().filter(p -> p.is(resource)).isPresent());
    }

    public static RequestMatcher anyList() {
        return new RequestMatcher("any list", ProxiedRequest::isList);
    }

    /// Any verb on a resource, its objects or their subresources.
    public static RequestMatcher resource(String resource) {
        return new RequestMatcher(
                resource, r -> r.resource().filter(p -> p.is(resource)).isPresent());
    }

    public static RequestMatcher method(String method) {
        return new RequestMatcher(method, r -> r.method().equals(method));
    }

    public static RequestMatcher path(String path) {
        return new RequestMatcher(path, r -> r.path().equals(path));
    }

    public static RequestMatcher pathBelow(String prefix) {
        return new RequestMatcher(prefix + "…", r -> r.path().startsWith(prefix));
    }

    public static RequestMatcher requestThat(String description, Predicate<ProxiedRequest> predicate) {
        return new RequestMatcher(description, predicate);
    }

    /// The n-th page of a list, from 1.
    public RequestMatcher page(int number) {
        return and(new RequestMatcher("page " + number, r -> r.page() == number));
    }

    public RequestMatcher inNamespace(String namespace) {
        return and(new RequestMatcher(
                "in " + namespace,
                r -> r.resource().filter(p -> p.namespace().equals(namespace)).isPresent()));
    }

    public RequestMatcher query(String name, String value) {
        return and(new RequestMatcher(
                name + "=" + value,
                r -> r.query().containsKey(name) && r.query().get(name).contains(value)));
    }

    public RequestMatcher header(String name, String value) {
        return and(new RequestMatcher(
                name + ": " + value, r -> r.header(name).filter(value::equals).isPresent()));
    }

    public RequestMatcher and(RequestMatcher other) {
        return new RequestMatcher(description + " " + other.description, predicate.and(other.predicate));
    }

    public RequestMatcher or(RequestMatcher other) {
        return new RequestMatcher(description + " or " + other.description, predicate.or(other.predicate));
    }

    public RequestMatcher not() {
        return new RequestMatcher("not " + description, predicate.negate());
    }

    public boolean matches(ProxiedRequest request) {
        return predicate.test(request);
    }

    @Override
    public String toString() {
        return description;
    }
}
