package io.livekube.cli.command;

import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.hubclient.HubOptions;
import io.livekube.cli.objects.ObjectList;
import io.livekube.cli.objects.ObjectOptions;
import io.livekube.cli.objects.ObjectWatch;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
public final class GetCommand implements Callable<Integer> {
    @Option(
            names = {"-w", "--watch"},
            description = "After listing, watch for changes.")
    private boolean watch;

    @Option(names = "--output-watch-events", description = "With -w, print the event type: ADDED, MODIFIED or DELETED.")
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
            return watch
                    ? new ObjectWatch(client, options, events, spec).run()
                    : new ObjectList(client, options, spec).run();
        }
    }
}
