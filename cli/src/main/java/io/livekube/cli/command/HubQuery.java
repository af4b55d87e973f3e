package io.livekube.cli.command;

import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.hubclient.HubOptions;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Command that queries a hub: has the options to reach it, and a client while it runs.
abstract class HubQuery implements Callable<Integer> {
    @Mixin
    private HubOptions options = new HubOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public final Integer call() {
        try (HubClient client = options.client()) {
            return query(client);
        }
    }

    /// Runs the command and returns its exit code.
    abstract int query(HubClient hub);

    HubOptions options() {
        return options;
    }

    CommandSpec spec() {
        return spec;
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
