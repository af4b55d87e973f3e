/// API for agents below `/agent/v1`: sync batches and tasks.
@NullMarked
package io.livekube.hub.agentapi;

import org.jspecify.annotations.NullMarked;
