@NullMarked
package io.livekube.agent.follow;

import org.jspecify.annotations.NullMarked;
