package io.livekube.testkit.controlplane;

/// What a finished command said.
public record CommandResult(int exitCode, String out, String err) {
    public boolean succeeded() {
        return exitCode == 0;
    }

    /// The standard output of a command that must have succeeded.
    public String outOrThrow() {
        if (!succeeded()) {
            throw new ControlPlaneException("the command failed with exit code " + exitCode + ": " + err.strip());
        }
        return out;
    }
}
