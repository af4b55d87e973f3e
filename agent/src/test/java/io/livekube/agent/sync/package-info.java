@NullMarked
package io.livekube.agent.sync;

import org.jspecify.annotations.NullMarked;
