@NullMarked
package io.livekube.simulator.churn;

import org.jspecify.annotations.NullMarked;
