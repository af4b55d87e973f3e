/// Tests of the deployment: charts, manifests, the image's root directory, and the commands in the docs.
@NullMarked
package io.livekube.lab.deploy;

import org.jspecify.annotations.NullMarked;
