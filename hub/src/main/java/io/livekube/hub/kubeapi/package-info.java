/// Read-only Kubernetes API of each cluster below `/clusters/{cluster}`: discovery, lists, objects, tables,
/// watches, reviews and schemas.
@NullMarked
package io.livekube.hub.kubeapi;

import org.jspecify.annotations.NullMarked;
