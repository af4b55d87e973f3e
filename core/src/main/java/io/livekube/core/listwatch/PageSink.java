package io.livekube.core.listwatch;

import io.livekube.core.model.KubeObject;
import java.util.function.Consumer;

/// Receivers of what a page decodes to.
///
/// @param undecodable gets the reason for each object that is skipped
/// @param nextPage gets the continue token as soon as it is read, if there is one
record PageSink(Consumer<KubeObject> objects, Consumer<String> undecodable, Consumer<String> nextPage) {}
