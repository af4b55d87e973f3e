package io.livekube.core.watch;

/// How current a LIST must be, weakest first. The reflector moves up when a weaker one does not help.
public enum ListTier {
    /// `resourceVersion=0`: whatever the server has cached; may go back in time (kubernetes#59848).
    CACHED,
    /// Not older than the last version seen.
    NOT_OLDER_THAN,
    /// Without a version: as current as a quorum read.
    CURRENT,
    /// Equally current, in one response, on a new connection: the way out if paging, or the current
    /// server, is stuck.
    CURRENT_WHOLE;

    /// Whether a response may have an older version than the last one seen, because it is current nevertheless.
    boolean mayGoBack() {
        return this == CURRENT || this == CURRENT_WHOLE;
    }
}
