@NullMarked
package io.livekube.agent.tasks;

import org.jspecify.annotations.NullMarked;
