@NullMarked
package io.livekube.apimachinery.table;

import org.jspecify.annotations.NullMarked;
