package io.livekube.cli.command;

import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.objects.ObjectOptions;
import io.livekube.cli.objects.ObjectWatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
public final class WatchCommand extends HubQuery {
    @Option(names = "--output-watch-events", description = "Print the event type: ADDED, MODIFIED or DELETED.")
    private boolean events;

    @Mixin
    private ObjectOptions objects = new ObjectOptions();

    @Override
    int query(HubClient client) {
        return new ObjectWatch(client, objects, events, spec()).run();
    }
}
