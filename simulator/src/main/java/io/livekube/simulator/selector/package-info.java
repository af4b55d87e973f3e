/// Label and field selectors: their text, and what they match.
@NullMarked
package io.livekube.simulator.selector;

import org.jspecify.annotations.NullMarked;
