package io.livekube.core.watch;

/// State of a reflector as users see it.
public enum ReflectorPhase {
    LISTING,
    STREAMING_INITIAL_EVENTS,
    WATCHING,
    /// A request failed, and is retried after a delay.
    BACKING_OFF,
    /// 403: retried now and then.
    DENIED,
    /// 404: the server does not have the resource; retried now and then.
    NOT_SERVED,
    STOPPED
}
