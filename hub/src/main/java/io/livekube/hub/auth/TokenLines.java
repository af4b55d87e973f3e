package io.livekube.hub.auth;

import java.util.ArrayList;
import java.util.List;

/// Lines of a token file without blank lines and comments, each split into words.
final class TokenLines {
    /// One line; numbers start at 1.
    record Line(int number, List<String> words) {}

    private TokenLines() {}

    static List<Line> of(String text) {
        var lines = new ArrayList<Line>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String content = line.strip();
            if (!content.isEmpty() && !content.startsWith("#")) {
                lines.add(new Line(number, List.of(content.split("\\s+"))));
            }
        }
        return lines;
    }
}
