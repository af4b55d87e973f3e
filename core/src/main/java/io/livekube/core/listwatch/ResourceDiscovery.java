package io.livekube.core.listwatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.RequestFailure;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.RequestFailedException;
import io.livekube.core.model.Resource;
import java.io.IOException;

/// Discovery of the resources that an API server serves.
public final class ResourceDiscovery {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ApiClient client;

    public ResourceDiscovery(ApiClient client) {
        this.client = client;
    }

    /// Whether the server has a resource.
    public enum Served {
        YES,
        /// Discovery works and does not list the resource.
        NO,
        /// Discovery failed.
        UNKNOWN
    }

    public Served served(Resource resource) throws InterruptedException {
        String groupVersion = resource.group().isEmpty()
                ? "/api/" + resource.version()
                : "/apis/" + resource.group() + "/" + resource.version();
        try {
            JsonNode resources = get(groupVersion).path("resources");
            if (!resources.isArray()) {
                return Served.UNKNOWN;
            }
            for (JsonNode known : resources) {
                if (known.path("name").asText().equals(resource.plural())) {
                    return Served.YES;
                }
            }
            return Served.NO;
        } catch (RequestFailedException e) {
            return e.failure() instanceof RequestFailure.NotServed ? groupIsGone(resource) : Served.UNKNOWN;
        }
    }

    /// No such group version. Accepted only if the server lists its groups, and this one is not among them.
    private Served groupIsGone(Resource resource) throws InterruptedException {
        try {
            JsonNode groups = get("/apis").path("groups");
            if (resource.group().isEmpty() || !groups.isArray()) {
                return Served.UNKNOWN;
            }
            for (JsonNode group : groups) {
                for (JsonNode version : group.path("versions")) {
                    if (version.path("groupVersion").asText().equals(resource.group() + "/" + resource.version())) {
                        return Served.UNKNOWN;
                    }
                }
            }
            return Served.NO;
        } catch (RequestFailedException e) {
            return Served.UNKNOWN;
        }
    }

    private JsonNode get(String path) throws RequestFailedException, InterruptedException {
        try {
            return JSON.readTree(client.read(path, false));
        } catch (IOException e) {
            throw new RequestFailedException(
                    new RequestFailure.Transient("discovery is not readable: " + RequestFailure.describe(e)));
        }
    }
}
