/// LIST and WATCH over HTTP: the loop that runs a [io.livekube.core.watch.Reflector], the decoders of pages
/// and watch events, and reads of live objects, versions and discovery.
@NullMarked
package io.livekube.core.listwatch;

import org.jspecify.annotations.NullMarked;
