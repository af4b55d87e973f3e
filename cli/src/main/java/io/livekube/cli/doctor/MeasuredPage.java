package io.livekube.cli.doctor;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;

/// Size and metadata of one LIST page, read without keeping the objects.
///
/// @param next continue token; empty on the last page
record MeasuredPage(long objects, String next, String version, long wireBytes, long bytes) {
    private static final JsonFactory JSON = new JsonFactory();

    static MeasuredPage read(InputStream body, boolean gzip) throws IOException {
        var wire = new Counted(body);
        var plain = gzip ? new Counted(new GZIPInputStream(wire)) : wire;
        long objects = 0;
        String next = "";
        String version = "";
        try (JsonParser json = JSON.createParser(plain)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("the response is not a list");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                json.nextToken();
                if (field.equals("items") && json.currentToken() == JsonToken.START_ARRAY) {
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        json.skipChildren();
                        objects++;
                    }
                } else if (field.equals("metadata") && json.currentToken() == JsonToken.START_OBJECT) {
                    while (json.nextToken() == JsonToken.FIELD_NAME) {
                        String name = json.currentName();
                        json.nextToken();
                        switch (name) {
                            case "continue" -> next = json.getValueAsString("");
                            case "resourceVersion" -> version = json.getValueAsString("");
                            default -> json.skipChildren();
                        }
                    }
                } else {
                    json.skipChildren();
                }
            }
            plain.transferTo(OutputStream.nullOutputStream());
        }
        return new MeasuredPage(objects, next, version, wire.count, plain.count);
    }

    private static final class Counted extends FilterInputStream {
        private long count;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            count += one < 0 ? 0 : 1;
            return one;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            int read = super.read(to, offset, length);
            count += Math.max(0, read);
            return read;
        }
    }
}
