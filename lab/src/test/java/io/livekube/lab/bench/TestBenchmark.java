package io.livekube.lab.bench;

import io.livekube.lab.child.Child;
import io.livekube.lab.peer.InformerTrial;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A benchmark of two contestants in real processes, with a load generator; options make one contestant report
/// a wrong state and the other lag.
final class TestBenchmark implements Benchmark {
    private static final int OBJECTS = 10;

    @Override
    public String name() {
        return "trial";
    }

    @Override
    public String question() {
        return "does the harness <tell> the truth?";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.of("second-holds", "what the second contestant says it holds", OBJECTS, OBJECTS),
                Option.of("sent", "how many of 100 changes the generator sends", 100, 100),
                Option.of("rounds", "rounds", 2, 1));
    }

    @Override
    public List<PlotPanel> panels() {
        return List.of(new PlotPanel("cold sync", "sync_s", "s"), new PlotPanel("never measured", "nothing", "s"));
    }

    @Override
    public void run(Run run) throws Exception {
        Map<String, Integer> holds = new LinkedHashMap<>();
        holds.put("first", OBJECTS);
        holds.put("second", run.options().number("second-holds"));
        var expected = new HeldObjects(OBJECTS, TestContestant.holding(OBJECTS).hex());
        Rounds.interleave(
                run.options().number("rounds"),
                List.copyOf(holds.entrySet()),
                (contestant, round) -> InformerTrial.of(
                                run,
                                contestant.getKey(),
                                JavaChild.command(
                                        TestContestant.class,
                                        64,
                                        contestant.getValue().toString()))
                        .record(run.results(), contestant.getKey(), expected));
        try (ChildProcess generator = run.start("generator", JavaChild.command(TestContestant.class, 64, "0"))) {
            generator.await("synced", Duration.ofMinutes(2));
            var report = generator.ask(
                    "churn", Child.fields().put("sent", run.options().number("sent")), Duration.ofMinutes(2));
            GeneratorReport.of("generator", report).validate(run.results());
        }
        run.results().ratio("first_vs_second", "sync_s", "first", "second");
    }
}
