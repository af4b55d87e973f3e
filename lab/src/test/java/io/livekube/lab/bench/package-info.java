@NullMarked
package io.livekube.lab.bench;

import org.jspecify.annotations.NullMarked;
