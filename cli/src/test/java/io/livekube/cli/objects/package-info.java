@NullMarked
package io.livekube.cli.objects;

import org.jspecify.annotations.NullMarked;
