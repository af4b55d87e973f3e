/// What is deployed: charts, manifests, the image's root directory, and what the docs tell people to type.
@NullMarked
package io.livekube.lab.deploy;

import org.jspecify.annotations.NullMarked;
