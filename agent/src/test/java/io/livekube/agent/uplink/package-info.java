@NullMarked
package io.livekube.agent.uplink;

import org.jspecify.annotations.NullMarked;
