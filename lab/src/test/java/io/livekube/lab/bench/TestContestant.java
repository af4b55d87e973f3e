package io.livekube.lab.bench;

import io.livekube.lab.child.Child;
import io.livekube.lab.child.ObjectSetDigest;
import java.util.Map;

/// A contestant that claims to hold a given number of objects, and can also act as a load generator.
final class TestContestant {
    private TestContestant() {}

    public static void main(String[] args) {
        Child.main(child -> {
            System.out.println("a library that prints must not break the protocol");
            child.emit("synced", holding(Integer.parseInt(args[0])).fields().put("seconds", 0.5));
            child.serve(Map.of(
                    "churn",
                    command -> Child.fields()
                            .put("planned", 100)
                            .put("sent", command.path("sent").asInt())
                            .put("failed", 0)
                            .put("rate", command.path("sent").asDouble())
                            .put("target_rate", 100.0)
                            .put("late_p99_ms", 1.0)));
        });
    }

    static ObjectSetDigest holding(int objects) {
        var digest = new ObjectSetDigest();
        for (int i = 0; i < objects; i++) {
            digest.add("default", "pod-" + i, Integer.toString(1000 + i));
        }
        return digest;
    }
}
