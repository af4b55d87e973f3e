package io.livekube.cli.ask;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        description = "Show objects and then whatever changes, as get -w does.",
        footer = {
            "",
            "Examples:",
            "  livekube watch pods -A --all-clusters",
            "  livekube watch pods -n shop --output-watch-events"
        })
public final class WatchCommand implements Callable<Integer> {
    @Option(names = "--output-watch-events", description = "Say ADDED, MODIFIED or DELETED.")
    private boolean events;

    @Mixin
    private GetOptions options = new GetOptions();

    @Mixin
    private HubOptions hub = new HubOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        try (HubClient client = hub.client()) {
            return new Watching(client, options, events, spec).run();
        }
    }
}
