/// Kubernetes API of each cluster below `/clusters/{cluster}`, read-only: discovery, lists, objects, tables,
/// watches, reviews and schemas.
@NullMarked
package io.livekube.hub.kubeapi;

import org.jspecify.annotations.NullMarked;
