package io.livekube.protocol;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import java.util.Optional;

/// Change of one object in a [Part.Delta].
public sealed interface Edit {
    ObjectKey key();

    /// A new object, or a new version of one; a different UID under the same name is a different object.
    ///
    /// @param base an object of the same kind that the receiver holds and this one resembles: its own last
    /// version, or a neighbor. Encodings may encode the object against it
    record Put(KubeObject object, Optional<ObjectKey> base) implements Edit {
        @Override
        public ObjectKey key() {
            return object.key();
        }
    }

    /// An object was deleted.
    ///
    /// @param version the version at which it was deleted
    record Remove(ObjectKey key, long version) implements Edit {}
}
