@NullMarked
package io.livekube.cli.cluster;

import org.jspecify.annotations.NullMarked;
