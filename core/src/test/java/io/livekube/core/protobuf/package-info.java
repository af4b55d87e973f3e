@NullMarked
package io.livekube.core.protobuf;

import org.jspecify.annotations.NullMarked;
