/// Tells probes and Prometheus how an agent is doing.
@NullMarked
package io.livekube.agent.health;

import org.jspecify.annotations.NullMarked;
