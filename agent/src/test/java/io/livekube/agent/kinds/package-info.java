@NullMarked
package io.livekube.agent.kinds;

import org.jspecify.annotations.NullMarked;
