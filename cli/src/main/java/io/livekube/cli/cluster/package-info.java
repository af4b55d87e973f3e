/// Ways to the clusters of a kubeconfig, for commands that ask them directly.
@NullMarked
package io.livekube.cli.cluster;

import org.jspecify.annotations.NullMarked;
