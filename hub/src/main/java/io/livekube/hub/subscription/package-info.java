/// The subscription engine: many readers, each with a cursor into the change logs that it follows, served
/// from shared frames as fast as it reads.
///
/// A Kubernetes watch and a dashboard stream are both a [io.livekube.hub.subscription.FrameSource]: they
/// differ in their unit (event, or conflated row) and their encoder only.
@NullMarked
package io.livekube.hub.subscription;

import org.jspecify.annotations.NullMarked;
