/// The etcd of a simulated cluster: versions of objects as JSON bytes, and logs of their changes.
@NullMarked
package io.livekube.simulator.store;

import org.jspecify.annotations.NullMarked;
