/// `livekube doctor`: measures how an API server serves lists and watches.
///
/// `ClusterProbe` measures the server; `Checks` turns the measurements into findings, without I/O.
@NullMarked
package io.livekube.cli.doctor;

import org.jspecify.annotations.NullMarked;
