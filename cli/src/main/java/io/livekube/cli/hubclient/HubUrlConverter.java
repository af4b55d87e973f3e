package io.livekube.cli.hubclient;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Parses the URL of a hub: `https://host`, `http://host:port`, optionally with a path.
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
                "'%s' is not a valid hub URL: expected https://host or http://host:port".formatted(text));
    }
}
