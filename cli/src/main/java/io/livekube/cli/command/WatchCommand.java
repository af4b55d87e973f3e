package io.livekube.cli.command;

import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.hubclient.HubOptions;
import io.livekube.cli.objects.ObjectOptions;
import io.livekube.cli.objects.ObjectWatch;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        description = "Show objects and watch for changes, as get -w does.",
        footer = {
            "",
            "Examples:",
            "  livekube watch pods -A --all-clusters",
            "  livekube watch pods -n shop --output-watch-events"
        })
public final class WatchCommand implements Callable<Integer> {
    @Option(names = "--output-watch-events", description = "Print the event type: ADDED, MODIFIED or DELETED.")
    private boolean events;

    @Mixin
    private ObjectOptions options = new ObjectOptions();

    @Mixin
    private HubOptions hub = new HubOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        try (HubClient client = hub.client()) {
            return new ObjectWatch(client, options, events, spec).run();
        }
    }
}
