@NullMarked
package io.livekube.core.handler;

import org.jspecify.annotations.NullMarked;
