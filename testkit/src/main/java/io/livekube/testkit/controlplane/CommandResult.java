package io.livekube.testkit.controlplane;

/// Exit code and output of a finished command.
public record CommandResult(int exitCode, String out, String err) {
    public boolean succeeded() {
        return exitCode == 0;
    }

    /// The standard output; fails unless the command succeeded.
    public String outOrThrow() {
        if (!succeeded()) {
            throw new ControlPlaneException("the command failed with exit code " + exitCode + ": " + err.strip());
        }
        return out;
    }
}
