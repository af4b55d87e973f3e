/// The benchmark `informer`: our informer beside those of client-go, fabric8 and the official Java client.
@NullMarked
package io.livekube.lab.informer;

import org.jspecify.annotations.NullMarked;
