package io.livekube.hub.transport;

import java.util.List;

/// One path of an API, and how requests to it are served.
///
/// @param cluster the cluster in the path, for the log; empty if there is none
/// @param errors format of error responses
/// @param admission decides by the head of a request how it is served
public record Route(String cluster, ErrorFormat errors, Admission admission) {
    /// Finds the route of a path.
    public interface Router {
        /// Finds the route of a path.
        ///
        /// @param path decoded parts; the first one is empty for `/`
        Route find(List<String> path);
    }

    /// Decides by the head of a request alone; runs on the event loop.
    public interface Admission {
        /// Decides how a request is served.
        ///
        /// @throws HttpProblem if the request is rejected
        RequestHandling admit(HttpExchange head);
    }

    /// Route of a path that does not exist.
    public static Route notFound() {
        return rejecting(HttpProblem.of(404, "Path not found."));
    }

    static Route rejecting(HttpProblem problem) {
        return new Route("", ErrorFormat.PLAIN, _ -> {
            throw problem;
        });
    }
}
