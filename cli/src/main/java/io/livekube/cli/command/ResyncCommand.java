package io.livekube.cli.command;

import io.livekube.cli.hubclient.ClusterSelection;
import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.hubclient.HubOptions;
import io.livekube.cli.hubclient.QueryString;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "resync",
        mixinStandardHelpOptions = true,
        description = "Resync a cluster from scratch. Its current state stays readable meanwhile.",
        footer = {"", "Examples:", "  livekube resync demo", "  livekube clusters demo        show the progress"})
public final class ResyncCommand implements Runnable {
    @Parameters(paramLabel = "CLUSTER", description = "Name of the cluster.")
    private String cluster = "";

    @Mixin
    private HubOptions hub = new HubOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        try (HubClient client = hub.client()) {
            ClusterSelection.check(client, List.of(cluster));
            client.post("/api/v1/clusters/" + QueryString.encode(cluster) + "/resync");
            spec.commandLine().getOut().println(cluster + ": resync started");
        }
    }
}
