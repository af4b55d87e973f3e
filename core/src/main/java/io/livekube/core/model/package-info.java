/// Kubernetes objects as bytes: stripped and compressed, with the few fields that indexes and selectors need.
@NullMarked
package io.livekube.core.model;

import org.jspecify.annotations.NullMarked;
