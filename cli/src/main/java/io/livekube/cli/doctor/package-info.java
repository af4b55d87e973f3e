/// `livekube doctor`: measures what an API server does for an agent, and says what that means.
///
/// `Measuring` asks the server, `Judge` makes findings of what came back, without any I/O.
@NullMarked
package io.livekube.cli.doctor;

import org.jspecify.annotations.NullMarked;
