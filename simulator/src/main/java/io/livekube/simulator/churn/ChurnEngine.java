package io.livekube.simulator.churn;

import io.livekube.simulator.cluster.object.Dice;
import io.livekube.simulator.store.ObjectStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Churn without a clock or a thread: each step performs the next writes of one [Activity].
///
/// Equal store contents, seeds, rates and times lead to equal sequences of writes. The rate only decides how
/// many activities run at once. Not thread-safe, except for the counters.
///
/// Clients may write malformed objects. An activity that fails on one ends as if the object had been deleted,
/// and is counted as rejected; all others continue.
public final class ChurnEngine {
    private static final Logger LOG = LoggerFactory.getLogger(ChurnEngine.class);
    private static final int FEWEST_AT_ONCE = 3;
    private static final int MOST_AT_ONCE = 400;
    private static final double CHANGES_PER_ACTIVITY = 4;
    private static final int TRIES = 200;

    private final ChurnContext context;
    private final int atOnce;
    private final List<Activity> active = new ArrayList<>();
    private final Map<Behaviour, Long> begun = new EnumMap<>(Behaviour.class);
    private int introduced;
    private boolean logged;

    public ChurnEngine(ObjectStore store, ChurnSpec spec) {
        ClusterModel model = ModelReader.read(store);
        this.context = new ChurnContext(store, model, new Dice(spec.seed()));
        int wanted = (int) Math.min(MOST_AT_ONCE, spec.changesPerSecond() / CHANGES_PER_ACTIVITY);
        int room = FEWEST_AT_ONCE + model.deployments.size() / 4;
        this.atOnce = Math.max(FEWEST_AT_ONCE, Math.min(wanted, room));
    }

    /// Performs the next writes and returns their number; 0 if the cluster has nothing that could change.
    public int step(Instant now) {
        context.setTime(now);
        long before = context.changes();
        for (int i = 0; i < TRIES && context.changes() == before; i++) {
            if (active.size() < atOnce) {
                begin();
            }
            if (!active.isEmpty()) {
                advance(context.dice().below(active.size()));
            }
        }
        return (int) (context.changes() - before);
    }

    /// Number of writes so far.
    public long changes() {
        return context.changes();
    }

    /// Number of writes that the store rejected, or that were impossible, because a client had changed or
    /// deleted the object.
    public long refused() {
        return context.refused();
    }

    /// Number of activities started so far, by behaviour.
    public Map<Behaviour, Long> begun() {
        return Map.copyOf(begun);
    }

    private void advance(int chosen) {
        Activity activity = active.get(chosen);
        boolean more;
        try {
            more = activity.advance(context);
        } catch (RuntimeException e) {
            stumbled(activity.getClass().getSimpleName(), e);
            more = false;
        }
        if (!more) {
            activity.end();
            active.set(chosen, active.getLast());
            active.removeLast();
        }
    }

    private void begin() {
        Behaviour behaviour = next();
        try {
            behaviour.start(context).ifPresent(activity -> {
                active.add(activity);
                begun.merge(behaviour, 1L, Long::sum);
            });
        } catch (RuntimeException e) {
            stumbled(behaviour.name(), e);
        }
    }

    private void stumbled(String what, RuntimeException e) {
        context.refuse();
        if (!logged) {
            logged = true;
            LOG.warn("churn: {} ended at a malformed object; further occurrences are not logged", what, e);
        }
    }

    /// Each behaviour once at first, then a random one by weight.
    private Behaviour next() {
        Behaviour[] all = Behaviour.values();
        if (introduced < all.length) {
            return all[introduced++];
        }
        int sum = 0;
        for (Behaviour each : all) {
            sum += each.weight();
        }
        int roll = context.dice().below(sum);
        for (Behaviour each : all) {
            roll -= each.weight();
            if (roll < 0) {
                return each;
            }
        }
        return Behaviour.HEARTBEAT;
    }
}
