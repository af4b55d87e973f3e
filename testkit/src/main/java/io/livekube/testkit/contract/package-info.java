/// Contract of the Kubernetes API, as tests that run on any server: start reading at [ApiContract].
@NullMarked
package io.livekube.testkit.contract;

import org.jspecify.annotations.NullMarked;
