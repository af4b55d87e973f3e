@NullMarked
package io.livekube.hub.auth;

import org.jspecify.annotations.NullMarked;
