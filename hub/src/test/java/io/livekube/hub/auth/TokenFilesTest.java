package io.livekube.hub.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Valid and invalid token files.
class TokenFilesTest {
    private static final String TOKEN = "0123456789abcdef-token";
    /// Output of `printf %s TOKEN | sha256sum`.
    private static final String HASH = "3c18109ce815143332983177dfecc23e848446a79ddcca321f551496e0de9c70";

    @Test
    void tokenMayBePlainOrHashed() throws TokenFileException {
        var tokens = AgentTokens.parse("# mine\n\ndemo  sha256:%s\n\tother another-long-token\n".formatted(HASH), 10);

        assertThat(tokens.clusters()).containsExactlyInAnyOrder("demo", "other");
        assertThat(tokens.check("demo", TOKEN)).isEqualTo(AgentTokens.Verdict.GRANTED);
        assertThat(tokens.check("other", TOKEN)).isEqualTo(AgentTokens.Verdict.OTHER_CLUSTER);
        assertThat(tokens.check("nobody", TOKEN)).isEqualTo(AgentTokens.Verdict.OTHER_CLUSTER);
        assertThat(tokens.check("demo", "sha256:" + HASH)).isEqualTo(AgentTokens.Verdict.UNKNOWN);
        assertThat(tokens.check("other", "another-long-token")).isEqualTo(AgentTokens.Verdict.GRANTED);
    }

    @Test
    void clusterMayHaveTwoTokensDuringRotation() throws TokenFileException {
        var tokens = AgentTokens.parse("demo %s\ndemo the-next-long-token\n".formatted(TOKEN), 1);

        assertThat(tokens.check("demo", TOKEN)).isEqualTo(AgentTokens.Verdict.GRANTED);
        assertThat(tokens.check("demo", "the-next-long-token")).isEqualTo(AgentTokens.Verdict.GRANTED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                      | no token",
                "demo                                    | line 1",
                "demo a-secret-token-of-mine more        | found 3 words",
                "de/mo a-secret-token-of-mine            | cluster name",
                "demo secret                             | 16 to",
                "demo sha256:abc                         | 64 hexadecimal",
                "demo sha256:zz                          | 64 hexadecimal",
                "a a-secret-token-of-mine;b a-secret-token-of-mine | line 2: the token of cluster b is a duplicate",
                "a a-secret-token-of-mine;b b-secret-token-of-mine;c c-secret-token-of-mine | 3 clusters",
            })
    void invalidFileIsReportedWithItsLineButWithoutTheToken(String text, String said) {
        assertThatThrownBy(() -> AgentTokens.parse(text.replace(';', '\n'), 2))
                .isInstanceOf(TokenFileException.class)
                .hasMessageContaining(said)
                .hasMessageNotContaining("secret");
    }

    @Test
    void fileThatBecomesInvalidChangesNothingUntilItIsValidAgain(@TempDir Path dir) throws Exception {
        Path path = Files.writeString(dir.resolve("tokens"), "demo " + TOKEN + "\n");
        WatchedFile<AgentTokens> file = WatchedFile.open(path, text -> AgentTokens.parse(text, 10));

        rewrite(file, path, "demo\n");
        assertThat(file.get().isKnown(TOKEN)).isTrue();
        Files.delete(path);
        file.refresh();
        assertThat(file.get().isKnown(TOKEN)).isTrue();
        rewrite(file, path, "demo another-long-token\n");
        assertThat(file.get().isKnown(TOKEN)).isFalse();
        assertThat(file.get().isKnown("another-long-token")).isTrue();
    }

    @Test
    void missingFileIsNamed(@TempDir Path dir) {
        Path missing = dir.resolve("missing");
        assertThatThrownBy(() -> WatchedFile.open(missing, ReaderTokens::parse))
                .isInstanceOf(TokenFileException.class)
                .hasMessage(missing + ": file not found");
    }

    private static void rewrite(WatchedFile<?> file, Path path, String text) throws IOException {
        Files.writeString(path, text);
        file.refresh();
    }
}
