/// Everything on the wire between agent and hub: messages as records, their two encodings, and no I/O.
///
/// An agent sends a [Batch] of [Part]s and gets an [Answer]. docs/protocol.md is for other languages.
@NullMarked
package io.livekube.protocol;

import org.jspecify.annotations.NullMarked;
