package io.livekube.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.core.http.ApiResponse;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds the kinds that an agent would follow on this server.
final class KindDiscovery {
    private static final Logger LOG = LoggerFactory.getLogger(KindDiscovery.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String AGGREGATED =
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";

    private KindDiscovery() {}

    /// The selected built-in kinds, served or not, and all selected custom kinds that can be listed and
    /// watched.
    static List<Resource> kinds(ProbeClient client, KindSelection selection, Duration timeout)
            throws InterruptedException {
        var kinds = new ArrayList<>(
                selection.ordered().stream().map(Part.Kind::resource).toList());
        try {
            JsonNode groups =
                    client.get("/apis", AGGREGATED, true, timeout, response -> JSON.readTree(plain(response)));
            for (JsonNode group : groups.path("items")) {
                String name = group.path("metadata").path("name").asText();
                JsonNode version = group.path("versions").path(0);
                for (JsonNode resource : version.path("resources")) {
                    var found = new Resource(
                            name,
                            version.path("version").asText(),
                            resource.path("resource").asText());
                    if (custom(name) && followable(resource) && selection.mayFollow(found)) {
                        kinds.add(found);
                    }
                }
            }
        } catch (IOException | TimeoutException e) {
            LOG.debug("discovery of custom kinds failed", e);
        }
        return kinds;
    }

    private static InputStream plain(ApiResponse.Raw response) throws IOException {
        return response.gzipped() ? new GZIPInputStream(response.body()) : response.body();
    }

    /// Kubernetes' own groups have no dot in their name, or end in `.k8s.io`.
    private static boolean custom(String group) {
        return group.contains(".") && !group.endsWith(".k8s.io");
    }

    private static boolean followable(JsonNode resource) {
        List<String> verbs =
                resource.path("verbs").valueStream().map(JsonNode::asText).toList();
        return verbs.contains("list") && verbs.contains("watch");
    }
}
