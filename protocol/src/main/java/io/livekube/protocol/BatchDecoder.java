package io.livekube.protocol;

/// Decoder for one encoding of batches.
public interface BatchDecoder {
    /// Reads only session and sequence number.
    ///
    /// @param body a batch as received
    IncomingBatch open(byte[] body) throws ProtocolException;
}
