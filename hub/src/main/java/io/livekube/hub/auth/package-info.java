/// Authentication of agents and readers by tokens, held as hashes and reloaded when their files change.
@NullMarked
package io.livekube.hub.auth;

import org.jspecify.annotations.NullMarked;
