package io.livekube.apimachinery.selector;

import java.util.Optional;

/// The labels of one object, as a [LabelSelector] reads them.
@FunctionalInterface
public interface LabelSet {
    /// The value of a label; empty if the object does not have it.
    Optional<String> get(String key);
}
