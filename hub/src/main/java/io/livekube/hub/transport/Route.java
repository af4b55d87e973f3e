package io.livekube.hub.transport;

import java.util.List;

/// A path of an API, and how requests to it are handled.
///
/// @param cluster cluster in the path, for the log; empty if there is none
/// @param errors format of error responses
/// @param admission decides, from a request's headers, how to handle it
public record Route(String cluster, ErrorFormat errors, Admission admission) {
    /// Routes paths.
    public interface Router {
        /// Returns the route of a path.
        ///
        /// @param path decoded path segments; the first one is empty for `/`
        Route find(List<String> path);
    }

    /// Decides from a request's headers alone how to handle it; runs on the event loop.
    public interface Admission {
        /// Decides how to handle a request.
        ///
        /// @throws HttpProblem if the request is rejected
        RequestHandling admit(HttpExchange head);
    }

    /// Route for paths that do not exist.
    public static Route notFound() {
        return rejecting(HttpProblem.of(404, "Path not found."));
    }

    static Route rejecting(HttpProblem problem) {
        return new Route("", ErrorFormat.PLAIN, _ -> {
            throw problem;
        });
    }
}
