package io.livekube.protocol;

/// Decoder for one encoding of batches.
public interface BatchDecoder {
    /// Reads session and sequence number, and nothing else yet.
    ///
    /// @param body a batch as received
    IncomingBatch open(byte[] body) throws ProtocolException;
}
