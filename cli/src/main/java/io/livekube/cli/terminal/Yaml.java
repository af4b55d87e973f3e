package io.livekube.cli.terminal;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// JSON documents, printed as YAML or JSON; reads YAML files.
public final class Yaml {
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d{1,2}-\\d{1,2}");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper MAPPER = YAMLMapper.builder(
                    YAMLFactory.builder().stringQuotingChecker(new TimesToo()).build())
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
            .build();

    private Yaml() {}

    /// Quotes strings that look like timestamps, which many YAML parsers would convert.
    private static final class TimesToo extends StringQuotingChecker.Default {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean needToQuoteValue(String value) {
            return super.needToQuoteValue(value) || TIME.matcher(value).lookingAt();
        }
    }

    public static String write(JsonNode document) {
        try {
            return MAPPER.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write a document as YAML", e);
        }
    }

    /// Indented JSON, as kubectl prints it.
    public static String json(JsonNode document) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write a document as JSON", e);
        }
    }

    /// A value as one word: the elements of an array separated by commas.
    public static String text(JsonNode value) {
        return value.isArray()
                ? value.valueStream().map(JsonNode::asText).collect(Collectors.joining(","))
                : value.asText();
    }

    /// Reads a YAML file; an empty file is a missing node.
    ///
    /// @param what names the file in error messages
    public static JsonNode read(Path file, String what) {
        try {
            return MAPPER.readTree(Files.readAllBytes(file));
        } catch (JacksonException e) {
            JsonLocation at = e.getLocation();
            throw new CommandFailure(
                    "%s %s: invalid YAML%s: %s"
                            .formatted(
                                    what,
                                    file,
                                    at == null ? "" : ", line " + at.getLineNr(),
                                    e.getOriginalMessage().lines().findFirst().orElse("syntax error")),
                    e);
        } catch (IOException e) {
            throw new CommandFailure(
                    "%s %s: cannot read it; check that it exists and is readable".formatted(what, file), e);
        }
    }
}
