package io.livekube.protocol;

/// Batch that has arrived and is not decoded yet.
public interface IncomingBatch {
    SessionId session();

    long sequence();

    /// Decodes the rest against the state that this end holds.
    Batch decode(ReceiverState counterpart) throws ProtocolException;
}
