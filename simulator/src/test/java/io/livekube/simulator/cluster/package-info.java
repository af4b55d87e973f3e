@NullMarked
package io.livekube.simulator.cluster;

import org.jspecify.annotations.NullMarked;
