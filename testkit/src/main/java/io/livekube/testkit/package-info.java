/// What tests start: the real control plane, the simulator, faults in between.
@NullMarked
package io.livekube.testkit;

import org.jspecify.annotations.NullMarked;
