package io.livekube.hub.settings;

import io.livekube.hub.control.SyncSettings;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How each cluster is to be synced, as somebody has said or by default; for any number of threads.
///
/// A change is in the file before it is in force. One that can't be written changes nothing.
public final class ClusterSettings {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterSettings.class);

    private final SyncSettings defaults;
    private final Optional<SettingsFile> file;
    private Map<String, SyncSettings> settings;
    private boolean warned;

    private ClusterSettings(SyncSettings defaults, Optional<SettingsFile> file, Map<String, SyncSettings> settings) {
        this.defaults = defaults;
        this.file = file;
        this.settings = settings;
    }

    /// Reads what was set before.
    ///
    /// @param defaults of clusters of which nobody has said anything
    /// @param file where they outlive the process; empty if they need not
    /// @throws java.io.UncheckedIOException if the file can't be used; the message names it
    public static ClusterSettings open(SyncSettings defaults, Optional<SettingsFile> file) {
        return new ClusterSettings(
                defaults, file, file.map(there -> there.read(defaults)).orElse(Map.of()));
    }

    public synchronized SyncSettings of(String cluster) {
        return settings.getOrDefault(cluster, defaults);
    }

    /// Whether somebody has said something of a cluster.
    public synchronized boolean has(String cluster) {
        return settings.containsKey(cluster);
    }

    /// Takes a change; tells what is in force from now on.
    ///
    /// @throws IOException if it can't be written, and so is not in force
    public synchronized SyncSettings change(String cluster, SettingsChange change) throws IOException {
        SyncSettings next = change.applyTo(of(cluster));
        Map<String, SyncSettings> changed = new TreeMap<>(settings);
        changed.put(cluster, next);
        keep(changed);
        if (file.isEmpty() && !warned) {
            warned = true;
            LOG.info("{}: settings are lost when the hub stops; start it with --state-file to keep them", cluster);
        }
        return next;
    }

    /// Forgets what was said of a cluster.
    public synchronized void forget(String cluster) throws IOException {
        if (settings.containsKey(cluster)) {
            Map<String, SyncSettings> changed = new TreeMap<>(settings);
            changed.remove(cluster);
            keep(changed);
        }
    }

    private void keep(Map<String, SyncSettings> changed) throws IOException {
        if (file.isPresent()) {
            try {
                file.get().write(changed);
            } catch (IOException e) {
                LOG.error("settings can't be written to {}, nothing was changed", file.get(), e);
                throw e;
            }
        }
        settings = changed;
    }
}
