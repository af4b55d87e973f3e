@NullMarked
package io.livekube.agent;

import org.jspecify.annotations.NullMarked;
