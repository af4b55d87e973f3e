/// Agent and hub together: seeded simulations of the protocol cores, and complete processes with the real
/// control plane.
@NullMarked
package io.livekube.lab.sync;

import org.jspecify.annotations.NullMarked;
