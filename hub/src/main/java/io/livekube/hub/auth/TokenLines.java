package io.livekube.hub.auth;

import java.util.ArrayList;
import java.util.List;

/// The lines of a token file that say something: no blank ones, no comments, each with its number and
/// its words.
final class TokenLines {
    /// One line; the number counts from 1.
    record Line(int number, List<String> words) {}

    private TokenLines() {}

    static List<Line> of(String text) {
        var lines = new ArrayList<Line>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String said = line.strip();
            if (!said.isEmpty() && !said.startsWith("#")) {
                lines.add(new Line(number, List.of(said.split("\\s+"))));
            }
        }
        return lines;
    }
}
