/// The benchmark `sim`: the simulator next to kube-apiserver.
@NullMarked
package io.livekube.lab.sim;

import org.jspecify.annotations.NullMarked;
