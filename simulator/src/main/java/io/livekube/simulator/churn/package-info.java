/// A cluster that lives: controllers, kubelets and mishaps as seeded sequences of small writes, at a rate.
@NullMarked
package io.livekube.simulator.churn;

import org.jspecify.annotations.NullMarked;
