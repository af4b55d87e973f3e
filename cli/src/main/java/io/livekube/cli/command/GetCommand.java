package io.livekube.cli.command;

import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.objects.ObjectList;
import io.livekube.cli.objects.ObjectOptions;
import io.livekube.cli.objects.ObjectWatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "get",
        mixinStandardHelpOptions = true,
        description = "Show objects of one or more clusters, as kubectl does, with a warning if they are not fresh.",
        footer = {
            "",
            "Examples:",
            "  livekube get pods -A",
            "  livekube get pods -n shop -l app=cart -o wide --sort-by restarts",
            "  livekube get deploy,sts --all-clusters -A --problems",
            "  livekube get pod/web-1 -o yaml --cluster demo",
            "  livekube get nodes -w"
        })
public final class GetCommand extends HubQuery {
    @Option(
            names = {"-w", "--watch"},
            description = "After listing, watch for changes.")
    private boolean watch;

    @Option(names = "--output-watch-events", description = "With -w, print the event type: ADDED, MODIFIED or DELETED.")
    private boolean events;

    @Mixin
    private ObjectOptions objects = new ObjectOptions();

    @Override
    int query(HubClient client) {
        return watch
                ? new ObjectWatch(client, objects, events, spec()).run()
                : new ObjectList(client, objects, spec()).run();
    }
}
