/// Everything on our wire between agent and hub, with codecs and no I/O.
@NullMarked
package io.livekube.protocol;

import org.jspecify.annotations.NullMarked;
