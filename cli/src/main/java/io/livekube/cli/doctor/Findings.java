package io.livekube.cli.doctor;

import io.livekube.cli.doctor.Finding.Level;
import java.util.ArrayList;
import java.util.List;

/// Findings in the order of their checks.
final class Findings {
    private final List<Finding> all = new ArrayList<>();

    void fine(String text) {
        all.add(Finding.fine(text));
    }

    void note(String text) {
        note(text, "");
    }

    void note(String text, String advice) {
        all.add(new Finding(Level.NOTE, text, advice));
    }

    void warning(String text, String advice) {
        all.add(new Finding(Level.WARNING, text, advice));
    }

    void problem(String text, String advice) {
        all.add(new Finding(Level.PROBLEM, text, advice));
    }

    void add(Finding finding) {
        all.add(finding);
    }

    void addAll(List<Finding> findings) {
        all.addAll(findings);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    List<Finding> all() {
        return List.copyOf(all);
    }
}
