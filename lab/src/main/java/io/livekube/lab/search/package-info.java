/// The benchmark `search`: the first page of a search over a million objects.
@NullMarked
package io.livekube.lab.search;

import org.jspecify.annotations.NullMarked;
