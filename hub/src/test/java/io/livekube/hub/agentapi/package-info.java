@NullMarked
package io.livekube.hub.agentapi;

import org.jspecify.annotations.NullMarked;
