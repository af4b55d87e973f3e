/// Which kinds an agent follows: a default set, custom resources, and the user's selection.
@NullMarked
package io.livekube.agent.kinds;

import org.jspecify.annotations.NullMarked;
