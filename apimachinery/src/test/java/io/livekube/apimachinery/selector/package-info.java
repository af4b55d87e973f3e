@NullMarked
package io.livekube.apimachinery.selector;

import org.jspecify.annotations.NullMarked;
