package io.livekube.hub.settings;

import io.livekube.hub.control.SyncSettings;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sync settings of each cluster, explicit or default. Thread-safe.
///
/// A change is saved before it takes effect; if it can't be saved, nothing changes.
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

    /// Loads the saved settings.
    ///
    /// @param defaults settings of clusters without explicit settings
    /// @param file where to save settings; empty to keep them in memory only
    /// @throws java.io.UncheckedIOException if the file can't be used; the message names it
    public static ClusterSettings open(SyncSettings defaults, Optional<SettingsFile> file) {
        return new ClusterSettings(
                defaults, file, file.map(there -> there.read(defaults)).orElse(Map.of()));
    }

    public synchronized SyncSettings of(String cluster) {
        return settings.getOrDefault(cluster, defaults);
    }

    /// Whether a cluster has explicit settings.
    public synchronized boolean has(String cluster) {
        return settings.containsKey(cluster);
    }

    /// Applies a change; returns the new settings.
    ///
    /// @throws IOException if the change can't be saved; it has no effect then
    public synchronized SyncSettings change(String cluster, SettingsChange change) throws IOException {
        SyncSettings next = change.applyTo(of(cluster));
        Map<String, SyncSettings> changed = new TreeMap<>(settings);
        changed.put(cluster, next);
        keep(changed);
        if (file.isEmpty() && !warned) {
            warned = true;
            LOG.info("{}: settings are lost when the hub stops; use --state-file to keep them", cluster);
        }
        return next;
    }

    /// Removes the settings of a cluster.
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
                LOG.error("settings could not be saved to {}; nothing was changed", file.get(), e);
                throw e;
            }
        }
        settings = changed;
    }
}
