package io.livekube.hub.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.cluster.Freshness;
import io.livekube.protocol.KindState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Choice of the read plan, case by case.
class ReadPlanTest {
    @ParameterizedTest
    @CsvSource({
        "true,  SYNCED,     FRESH,        MIRROR",
        "true,  SYNCING,    FRESH,        MIRROR",
        "true,  SYNCED,     STALE,        FETCH_OR_LAST_KNOWN",
        "true,  STALE,      STALE,        FETCH_OR_LAST_KNOWN",
        "true,  DENIED,     STALE,        FETCH_OR_LAST_KNOWN",
        "true,  SYNCED,     DISCONNECTED, FETCH_OR_LAST_KNOWN",
        "true,  SYNCED,     OFF,          FETCH_OR_LAST_KNOWN",
        "false, SYNCING,    DISCONNECTED, FETCH_OR_PROGRESS",
        "false, SYNCING,    OFF,          FETCH_OR_PROGRESS",
        "false, DENIED,     DISCONNECTED, FORBIDDEN",
        "false, DENIED,     OFF,          FETCH_OR_PROGRESS",
        "false, NOT_SERVED, DISCONNECTED, NOT_SERVED",
        "true,  NOT_SERVED, STALE,        NOT_SERVED",
        "true,  NOT_SERVED, OFF,          FETCH_OR_LAST_KNOWN"
    })
    void readIsAnsweredByTheBestTruthfulSource(
            boolean synced, KindState said, Freshness.State freshness, ReadPlan expected) {
        assertThat(ReadPlan.of(synced, said, freshness, false)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(KindState.class)
    void strictReadAlwaysAsksTheApiServer(KindState said) {
        for (Freshness.State freshness : Freshness.State.values()) {
            assertThat(ReadPlan.of(true, said, freshness, true)).isEqualTo(ReadPlan.STRICT);
            assertThat(ReadPlan.of(false, said, freshness, true)).isEqualTo(ReadPlan.STRICT);
        }
    }
}
