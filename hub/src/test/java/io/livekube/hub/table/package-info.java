@NullMarked
package io.livekube.hub.table;

import org.jspecify.annotations.NullMarked;
