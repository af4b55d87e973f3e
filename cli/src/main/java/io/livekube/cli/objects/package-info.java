/// Objects of a hub, as `get` and `watch` print them.
@NullMarked
package io.livekube.cli.objects;

import org.jspecify.annotations.NullMarked;
