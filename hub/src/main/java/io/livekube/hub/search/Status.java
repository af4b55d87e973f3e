package io.livekube.hub.search;

import io.livekube.apimachinery.table.StatusWord;
import java.util.Optional;
import java.util.stream.Stream;

/// How an object is doing.
///
/// @param word what a table would show
/// @param more other words by which it can be found, one a line
/// @param trouble what is wrong with it
public record Status(String word, String more, Optional<Trouble> trouble) {
    static final Status NONE = new Status("", "", Optional.empty());

    /// That of an object that can't be read, the same as in tables and among problems.
    static final Status UNREADABLE =
            new Status(StatusWord.UNKNOWN, "Unreadable", Optional.of(new Trouble("Unreadable", Severity.WARNING)));

    /// Something that somebody should look at.
    public record Trouble(String reason, Severity severity) {}

    /// How bad it is.
    public enum Severity {
        WARNING,
        ERROR
    }

    /// All words by which it can be found.
    Stream<String> words() {
        return word.isEmpty() ? Stream.empty() : Stream.concat(Stream.of(word), more.lines());
    }
}
