@NullMarked
package io.livekube.agent.health;

import org.jspecify.annotations.NullMarked;
