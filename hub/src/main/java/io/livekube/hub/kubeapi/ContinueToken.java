package io.livekube.hub.kubeapi;

import io.livekube.core.model.ObjectKey;
import io.livekube.hub.read.PageToken;
import io.livekube.hub.transport.HttpProblem;
import java.util.Optional;

/// Position at which the next page of a list starts.
///
/// @param list that it belongs to, see [PageToken#list]
/// @param version version of the state that all pages show; empty to continue with the current state
/// @param last last object of the previous page
record ContinueToken(String list, Optional<Long> version, ObjectKey last) {
    /// @throws HttpProblem 400 if it is not a token of this list
    static ContinueToken decode(String text, String list) {
        PageToken token = PageToken.decode(text).orElseThrow(() -> invalid("it was not issued by this server"));
        if (!token.list().equals(list)) {
            throw invalid("it belongs to a list of another cluster, path or selector");
        }
        String[] last = token.after().split("/", -1);
        if (last.length != 2) {
            throw invalid("it names no object");
        }
        return new ContinueToken(list, token.state(), new ObjectKey(last[0], last[1]));
    }

    String encode() {
        return new PageToken(list, version, last.namespace() + "/" + last.name()).encode();
    }

    /// Error for a state that is no longer available, with a token to continue with the current state.
    HttpProblem expired() {
        String rest = new ContinueToken(list, Optional.empty(), last).encode();
        HttpProblem problem = HttpProblem.of(410, """
                The provided continue parameter is too old to display a consistent list result. \
                You can start a new list without the continue parameter, or use the continue token in this \
                response to retrieve the remainder of the results. Continuing with the provided token results in \
                an inconsistent list - objects that were created, modified, or deleted between the time the first \
                chunk was returned and now may show up in the list.""");
        return new StatusProblem(problem, StatusDetails.continueWith(rest));
    }

    private static HttpProblem invalid(String why) {
        return HttpProblem.of(400, "invalid continue token: continue key is not valid: " + why);
    }
}
