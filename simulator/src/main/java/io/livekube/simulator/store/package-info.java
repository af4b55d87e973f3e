/// The etcd of a simulated cluster: object versions as JSON bytes, and logs of changes.
@NullMarked
package io.livekube.simulator.store;

import org.jspecify.annotations.NullMarked;
