package io.livekube.simulator.cluster.object;

import java.util.List;

/// Words for generated names.
public final class Vocabulary {
    public static final List<String> TEAMS = words("""
            payments checkout search identity catalog shipping billing analytics growth platform fraud loyalty
            messaging inventory pricing content mobile data ledger support""");
    public static final List<String> STAGES = List.of("prod", "staging", "dev", "canary", "perf");
    public static final List<String> SUBJECTS = words("""
            cart order invoice session profile quote refund stock price offer token report feed image mail
            notification address payout voucher review ranking tax currency audit consent device delivery return
            subscription webhook""");
    public static final List<String> ROLES = List.of(
            "api", "worker", "frontend", "gateway", "consumer", "indexer", "sync", "proxy", "scheduler", "backend");
    public static final List<String> STORES =
            List.of("postgres", "redis", "kafka", "elasticsearch", "mongodb", "rabbitmq", "zookeeper", "cassandra");
    public static final List<String> CHORES =
            List.of("cleanup", "backup", "export", "reconcile", "reindex", "digest", "rotate", "vacuum");
    public static final List<String> ZONES = List.of("eu-west-1a", "eu-west-1b", "eu-west-1c");

    private Vocabulary() {}

    private static List<String> words(String text) {
        return List.of(text.split("\\s+"));
    }
}
