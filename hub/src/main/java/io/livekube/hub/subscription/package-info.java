/// Subscription engine: many readers, each with a cursor into the change logs it follows, served from shared
/// frames as fast as they read.
///
/// A Kubernetes watch and a dashboard stream are both a [io.livekube.hub.subscription.FrameSource]: they differ
/// only in their unit (event or conflated row) and their encoder.
@NullMarked
package io.livekube.hub.subscription;

import org.jspecify.annotations.NullMarked;
