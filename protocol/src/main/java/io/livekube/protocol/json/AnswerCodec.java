package io.livekube.protocol.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Ask;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.Part;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.SessionId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Codec for answers, which are JSON regardless of the batch's form.
public final class AnswerCodec {
    public static final String MEDIA_TYPE = "application/json";

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final BatchLimits LIMITS = BatchLimits.defaults();

    private AnswerCodec() {}

    /// The HTTP status of an answer.
    public static int httpStatus(Answer answer) {
        return switch (answer) {
            case Answer.Acknowledged _, Answer.TurnOff _ -> 200;
            case Answer.Refused _ -> 400;
            case Answer.Mismatch _, Answer.Reset _ -> 409;
            case Answer.BackOff _ -> 429;
        };
    }

    public static byte[] encode(Answer answer) {
        var out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("Answer", answer.getClass().getSimpleName());
            switch (answer) {
                case Answer.Acknowledged acknowledged -> acknowledged(json, acknowledged);
                case Answer.Mismatch mismatch -> {
                    batch(json, mismatch.session(), mismatch.sequence());
                    json.writeArrayFieldStart("Kinds");
                    for (Resource resource : sorted(mismatch.resources())) {
                        json.writeString(JsonKindNames.name(resource));
                    }
                    json.writeEndArray();
                }
                case Answer.Reset reset -> reason(json, reset.reason());
                case Answer.BackOff backOff -> {
                    json.writeNumberField("AfterMs", backOff.after().toMillis());
                    reason(json, backOff.reason());
                }
                case Answer.TurnOff turnOff -> reason(json, turnOff.reason());
                case Answer.Refused refused -> reason(json, refused.reason());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static void acknowledged(JsonGenerator json, Answer.Acknowledged answer) throws IOException {
        batch(json, answer.session(), answer.sequence());
        json.writeNumberField("PaceMs", answer.pace().toMillis());
        json.writeArrayFieldStart("Asks");
        for (Ask ask : answer.asks()) {
            json.writeStartObject();
            json.writeStringField("Ask", ask.getClass().getSimpleName());
            JsonKindNames.write(json, ask.resource());
            switch (ask) {
                case Ask.Resend resend -> buckets(json, resend.buckets());
                case Ask.Later later ->
                    json.writeNumberField("AfterMs", later.after().toMillis());
                case Ask.Compare _, Ask.Stop _, Ask.Follow _ -> {}
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void batch(JsonGenerator json, SessionId session, long sequence) throws IOException {
        json.writeStringField("SessionId", session.toString());
        json.writeNumberField("SequenceNumber", sequence);
    }

    private static void reason(JsonGenerator json, String reason) throws IOException {
        json.writeStringField("Reason", LIMITS.cut(reason));
    }

    static void buckets(JsonGenerator json, BitSet buckets) throws IOException {
        if (buckets.cardinality() == Part.BUCKETS) {
            json.writeStringField("Buckets", "all");
            return;
        }
        json.writeArrayFieldStart("Buckets");
        for (int i = buckets.nextSetBit(0); i >= 0; i = buckets.nextSetBit(i + 1)) {
            json.writeNumber(i);
        }
        json.writeEndArray();
    }

    private static List<Resource> sorted(Set<Resource> resources) {
        return resources.stream()
                .sorted(Comparator.comparing(JsonKindNames::text))
                .toList();
    }

    /// Reads an answer. Ignores unknown fields, so that a newer hub may send more.
    public static Answer decode(byte[] body) throws ProtocolException {
        var json = new JsonText(body, LIMITS);
        var fields = new JsonFields(json, json.whole(), "the answer");
        String type = fields.text("Answer");
        return switch (type) {
            case "Acknowledged" ->
                new Answer.Acknowledged(
                        fields.session("SessionId"),
                        fields.number("SequenceNumber", 1),
                        asks(fields),
                        millis(fields, "PaceMs"));
            case "Mismatch" ->
                new Answer.Mismatch(fields.session("SessionId"), fields.number("SequenceNumber", 1), kinds(fields));
            case "Reset" -> new Answer.Reset(fields.text("Reason", ""));
            case "BackOff" -> new Answer.BackOff(millis(fields, "AfterMs"), fields.text("Reason", ""));
            case "TurnOff" -> new Answer.TurnOff(fields.text("Reason", ""));
            case "Refused" -> new Answer.Refused(fields.text("Reason", ""));
            default -> throw fields.malformed("unknown Answer '%s'".formatted(JsonText.brief(type)));
        };
    }

    private static List<Ask> asks(JsonFields fields) throws ProtocolException {
        var asks = new ArrayList<Ask>();
        for (JsonFields item : fields.objects("Asks")) {
            asks.add(ask(item));
        }
        return asks;
    }

    private static Ask ask(JsonFields fields) throws ProtocolException {
        String type = fields.text("Ask");
        Resource resource = fields.resource(JsonKindNames.WELL_KNOWN);
        return switch (type) {
            case "Compare" -> new Ask.Compare(resource);
            case "Resend" -> new Ask.Resend(resource, fields.buckets("Buckets"));
            case "Later" -> new Ask.Later(resource, millis(fields, "AfterMs"));
            case "Stop" -> new Ask.Stop(resource);
            case "Follow" -> new Ask.Follow(resource);
            default -> throw fields.malformed("unknown Ask '%s'".formatted(JsonText.brief(type)));
        };
    }

    private static Set<Resource> kinds(JsonFields fields) throws ProtocolException {
        fields.required("Kinds"); // without it, the mismatch would repair nothing
        var kinds = new HashSet<Resource>();
        for (String name : fields.texts("Kinds")) {
            kinds.add(JsonKindNames.WELL_KNOWN.find(name, fields.at("Kinds")));
        }
        return kinds;
    }

    private static Duration millis(JsonFields fields, String name) throws ProtocolException {
        return fields.has(name) ? Duration.ofMillis(fields.number(name, 0)) : Duration.ZERO;
    }
}
