package io.livekube.protocol;

/// Reads one encoding of batches.
public interface BatchDecoder {
    /// Reads who sends what number, and nothing else yet.
    ///
    /// @param body a batch as it came over the wire
    IncomingBatch open(byte[] body) throws ProtocolException;
}
