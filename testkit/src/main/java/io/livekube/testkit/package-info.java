/// Infrastructure for tests: a real control plane, the simulator, and a fault-injecting proxy.
@NullMarked
package io.livekube.testkit;

import org.jspecify.annotations.NullMarked;
