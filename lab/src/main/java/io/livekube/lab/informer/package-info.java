/// The benchmark `informer`: our informer next to those of client-go, fabric8 and the official Java client.
@NullMarked
package io.livekube.lab.informer;

import org.jspecify.annotations.NullMarked;
