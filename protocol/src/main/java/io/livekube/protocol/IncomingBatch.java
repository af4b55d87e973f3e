package io.livekube.protocol;

/// A batch that has arrived but is not decoded yet.
public interface IncomingBatch {
    SessionId session();

    long sequence();

    /// Decodes the rest against what this end holds.
    Batch decode(ReceiverState counterpart) throws ProtocolException;
}
