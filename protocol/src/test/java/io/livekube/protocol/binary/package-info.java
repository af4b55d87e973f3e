@NullMarked
package io.livekube.protocol.binary;

import org.jspecify.annotations.NullMarked;
