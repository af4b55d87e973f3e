package io.livekube.cli.command;

import io.livekube.cli.hubclient.ClusterSelection;
import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.hubclient.QueryString;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "resync",
        mixinStandardHelpOptions = true,
        description = "Resync a cluster from scratch. Its current state stays readable meanwhile.",
        footer = {"", "Examples:", "  livekube resync demo", "  livekube clusters demo        show the progress"})
public final class ResyncCommand extends HubQuery {
    @Parameters(paramLabel = "CLUSTER", description = "Name of the cluster.")
    private String cluster = "";

    @Override
    int query(HubClient client) {
        ClusterSelection.check(client, List.of(cluster));
        client.post("/api/v1/clusters/" + QueryString.encode(cluster) + "/resync");
        out().println(cluster + ": resync started");
        return 0;
    }
}
