@NullMarked
package io.livekube.hub.view;

import org.jspecify.annotations.NullMarked;
