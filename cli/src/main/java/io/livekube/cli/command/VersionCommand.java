package io.livekube.cli.command;

import io.livekube.cli.process.BuildVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(name = "version", description = "Print the version.")
public final class VersionCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        spec.commandLine().getOut().println(new BuildVersion().getVersion()[0]);
    }
}
