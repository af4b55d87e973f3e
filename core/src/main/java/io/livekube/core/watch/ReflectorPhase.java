package io.livekube.core.watch;

/// A reflector's state as users see it.
public enum ReflectorPhase {
    LISTING,
    STREAMING_INITIAL_EVENTS,
    WATCHING,
    /// Something failed; it is tried again after a while.
    BACKING_OFF,
    /// 403: tried again now and then.
    DENIED,
    /// 404: the server does not have the resource; tried again now and then.
    NOT_SERVED,
    STOPPED
}
