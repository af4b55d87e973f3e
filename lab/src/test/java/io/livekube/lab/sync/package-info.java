/// Agent and hub together: seeded simulations of the protocol cores, and whole processes against the real control
/// plane.
@NullMarked
package io.livekube.lab.sync;

import org.jspecify.annotations.NullMarked;
