package io.livekube.cli.hubclient;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads where a hub is: `https://host`, `http://host:port`, perhaps with a path behind it.
public final class HubUrlConverter implements ITypeConverter<URI> {
    @Override
    public URI convert(String text) {
        try {
            URI address = new URI(text.replaceAll("/+$", ""));
            boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            if (http && address.getHost() != null && address.getQuery() == null) {
                return address;
            }
        } catch (URISyntaxException e) {
            throw (TypeConversionException) wrong(text).initCause(e);
        }
        throw wrong(text);
    }

    private static TypeConversionException wrong(String text) {
        return new TypeConversionException(
                "'%s' is not a hub's address (expected https://host or http://host:port)".formatted(text));
    }
}
