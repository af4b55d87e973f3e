/// Readers by the thousand, at a hub and at the API server that it mirrors.
@NullMarked
package io.livekube.lab.serve;

import org.jspecify.annotations.NullMarked;
