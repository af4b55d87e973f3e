/// What a hub tells of what it does, for those who count.
@NullMarked
package io.livekube.hub.observe;

import org.jspecify.annotations.NullMarked;
