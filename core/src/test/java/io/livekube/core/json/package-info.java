@NullMarked
package io.livekube.core.json;

import org.jspecify.annotations.NullMarked;
