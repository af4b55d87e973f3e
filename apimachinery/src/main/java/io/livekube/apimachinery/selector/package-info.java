/// Label and field selectors: their syntax, the fields that each kind can be selected by, and the errors of
/// an API server, word for word.
@NullMarked
package io.livekube.apimachinery.selector;

import org.jspecify.annotations.NullMarked;
