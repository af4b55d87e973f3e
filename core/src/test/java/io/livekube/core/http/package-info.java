@NullMarked
package io.livekube.core.http;

import org.jspecify.annotations.NullMarked;
