@NullMarked
package io.livekube.hub.settings;

import org.jspecify.annotations.NullMarked;
