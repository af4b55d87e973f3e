/// Health probes and metrics of an agent.
@NullMarked
package io.livekube.agent.health;

import org.jspecify.annotations.NullMarked;
