@NullMarked
package io.livekube.core.model;

import org.jspecify.annotations.NullMarked;
