@NullMarked
package io.livekube.protocol.json;

import org.jspecify.annotations.NullMarked;
