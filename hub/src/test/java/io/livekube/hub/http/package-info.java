@NullMarked
package io.livekube.hub.http;

import org.jspecify.annotations.NullMarked;
