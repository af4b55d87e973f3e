package io.livekube.protocol.json;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Edit;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ReceiverState;
import io.livekube.protocol.json.JsonText.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decoder for the objects and edits of one JSON batch, within the limits.
final class JsonObjects {
    private final JsonText json;
    private final ReceiverState counterpart;
    private int count;

    JsonObjects(JsonText json, ReceiverState counterpart) {
        this.json = json;
        this.counterpart = counterpart;
    }

    List<KubeObject> all(Resource resource, Value array, String place) throws ProtocolException {
        List<Value> items = json.items(array, place);
        var objects = new ArrayList<KubeObject>(items.size());
        for (int i = 0; i < items.size(); i++) {
            objects.add(one(resource, items.get(i), "%s[%d]".formatted(place, i)));
        }
        return objects;
    }

    /// One edit, in the shape of `{"Operation":"update","Namespace":"default","Name":"api","Object":{…}}`.
    Edit edit(Resource resource, JsonFields fields) throws ProtocolException {
        String operation = fields.text("Operation");
        return switch (operation) {
            case "add", "update" -> {
                KubeObject object = one(resource, fields.required("Object"), fields.at("Object"));
                checkName(fields, object);
                yield new Edit.Put(object, Optional.empty());
            }
            case "delete" -> removal(resource, fields);
            default ->
                throw fields.malformed(
                        "unknown Operation '%s'; expected add, update or delete".formatted(JsonText.brief(operation)));
        };
    }

    private Edit.Remove removal(Resource resource, JsonFields fields) throws ProtocolException {
        if (fields.has("Object")) {
            KubeObject last = one(resource, fields.required("Object"), fields.at("Object"));
            checkName(fields, last);
            long version = fields.has("ResourceVersion") ? fields.version("ResourceVersion") : last.resourceVersion();
            return new Edit.Remove(last.key(), version);
        }
        if (!fields.has("ResourceVersion")) {
            throw fields.malformed("a delete needs the ResourceVersion at which the object was deleted");
        }
        countOne(fields.place());
        return new Edit.Remove(
                new ObjectKey(fields.text("Namespace", ""), fields.text("Name")), fields.version("ResourceVersion"));
    }

    private static void checkName(JsonFields fields, KubeObject object) throws ProtocolException {
        boolean same = fields.text("Namespace", object.namespace()).equals(object.namespace())
                && fields.text("Name", object.name()).equals(object.name());
        if (!same) {
            throw fields.malformed("the edit is for %s, but its Object is %s"
                    .formatted(
                            new ObjectKey(fields.text("Namespace", ""), fields.text("Name", object.name())),
                            object.key()));
        }
    }

    private KubeObject one(Resource resource, Value value, String place) throws ProtocolException {
        countOne(place);
        int length = value.to() - value.from();
        if (length > json.limits().objectBytes()) {
            throw JsonText.tooLarge(
                    place,
                    "an object has %d bytes, more than the limit of %d"
                            .formatted(length, json.limits().objectBytes()));
        }
        try {
            return counterpart.decode(resource, json.bytes(), value.from(), value.to());
        } catch (MalformedObjectException e) {
            throw JsonText.malformed(place, JsonText.brief(String.valueOf(e.getMessage())));
        }
    }

    private void countOne(String place) throws ProtocolException {
        if (++count > json.limits().edits()) {
            throw JsonText.tooLarge(
                    place,
                    "more than %d edits and objects".formatted(json.limits().edits()));
        }
    }
}
