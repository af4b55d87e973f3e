/// Which kinds an agent follows: a default set, what definitions of custom resources add, and what users leave out.
@NullMarked
package io.livekube.agent.kinds;

import org.jspecify.annotations.NullMarked;
