/// Messages between agent and hub, as records without I/O.
///
/// An agent sends a [Batch] of [Part]s and gets an [Answer]; it polls for [Task]s and delivers a [TaskResult]
/// for each. The encodings are in `binary` and `json`; docs/protocol.md describes them for other languages.
@NullMarked
package io.livekube.protocol;

import org.jspecify.annotations.NullMarked;
