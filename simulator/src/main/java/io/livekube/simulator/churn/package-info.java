/// Changes in a simulated cluster: controllers, kubelets and failures as seeded sequences of writes.
@NullMarked
package io.livekube.simulator.churn;

import org.jspecify.annotations.NullMarked;
