package io.livekube.cli.command;

import io.livekube.cli.process.PrivateFiles;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.hub.auth.ClusterName;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = "Create a token for an agent or a reader, and the line for the hub's token file (a hash).",
        footer = {
            "",
            "Examples:",
            "  livekube token demo --out demo.token >> tokens       for the agent of cluster demo",
            "  livekube token --reader --out me.token >> readers    for a reader"
        })
public final class TokenCommand implements Runnable {
    @Parameters(arity = "0..1", paramLabel = "CLUSTER", description = "Cluster whose agent will use the token.")
    private @Nullable String cluster;

    @Option(names = "--reader", description = "Create a reader's token, for the hub's --reader-token-file.")
    private boolean reader;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write the token to this file (mode 0600) and print only the hub's line.")
    private @Nullable Path file;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        if (reader == (cluster != null)) {
            throw new ParameterException(spec.commandLine(), "specify either a cluster or --reader");
        }
        if (cluster != null && !ClusterName.isValid(cluster)) {
            throw new ParameterException(
                    spec.commandLine(), "invalid cluster name: use 1 to 63 letters, digits, '-', '_' or '.'");
        }
        String token = PrivateFiles.token();
        String line = (cluster == null ? "" : cluster + " ") + "sha256:" + hash(token);
        PrintWriter out = spec.commandLine().getOut();
        if (file != null) {
            write(file, token);
            out.println(line);
            return;
        }
        String forHub = reader ? "--reader-token-file" : "--tokens-file";
        out.println("token     " + token);
        out.println("hub line  " + line);
        out.println("Put the token into the client's --token-file and the line into the hub's " + forHub + ".");
    }

    private static String hash(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void write(Path file, String token) {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, token + "\n");
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(file + " already exists and may contain a token in use: choose another --out", e);
        } catch (IOException e) {
            throw new CommandFailure("cannot write the token to %s: %s".formatted(file, e.getMessage()), e);
        }
    }
}
