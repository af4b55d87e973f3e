import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/// Counts the tests of all modules from their Surefire reports, and those that ran on the real control plane
/// from the lines that its JUnit extension writes. Writes `target/test-summary.json` and
/// `target/failed-tests.txt`, prints the failures and one closing line, and exits with 1 if anything failed or
/// no test ran. Its arguments name failed steps other than tests; each counts as a failure.
public class TestSummary {
    public static void main(String[] args) throws Exception {
        int tests = 0;
        int skipped = 0;
        var failed = new ArrayList<String>();
        for (Path report : inModules("surefire-reports", "TEST-*.xml")) {
            Element suite = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(report.toFile())
                    .getDocumentElement();
            tests += count(suite, "tests");
            skipped += suite.getElementsByTagName("skipped").getLength();
            failed.addAll(failures(report.subpath(1, 2), suite));
        }
        int realControlPlane = 0;
        for (Path log : inModules("", "control-plane-tests.txt")) {
            realControlPlane += Files.readAllLines(log).size();
        }

        int passed = tests - failed.size() - skipped;
        for (String step : args) {
            failed.add(step + " (the step, not a test)");
        }
        if (tests == 0) {
            failed.add("no test ran");
        }
        Path summary = Path.of("target", "test-summary.json");
        Files.createDirectories(summary.getParent());
        Files.writeString(summary, """
                {"passed": %d, "failed": %d, "skipped": %d, "realControlPlane": %d}
                """.formatted(passed, failed.size(), skipped, realControlPlane));
        Files.write(summary.resolveSibling("failed-tests.txt"), failed);
        System.out.printf("%n%d tests ran on the real control plane; details in %s%n", realControlPlane, summary);
        failed.forEach(test -> System.out.println("failed: " + test));
        System.out.printf("%d passed, %d failed, %d skipped%n", passed, failed.size(), skipped);
        System.exit(failed.isEmpty() ? 0 : 1);
    }

    /// One line per failed test: module, class and test. A failure outside of any test counts as well.
    private static List<String> failures(Path module, Element suite) {
        var failures = new ArrayList<String>();
        var cases = suite.getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
            var test = (Element) cases.item(i);
            if (test.getElementsByTagName("failure").getLength() > 0
                    || test.getElementsByTagName("error").getLength() > 0) {
                failures.add("%s %s#%s".formatted(module, test.getAttribute("classname"), test.getAttribute("name")));
            }
        }
        for (int i = failures.size(); i < count(suite, "failures") + count(suite, "errors"); i++) {
            failures.add("%s %s (outside any test)".formatted(module, suite.getAttribute("name")));
        }
        return failures;
    }

    /// The files that match `glob` in `<module>/target/<folder>`.
    private static List<Path> inModules(String folder, String glob) throws IOException {
        var found = new ArrayList<Path>();
        try (var modules = Files.newDirectoryStream(Path.of("."), Files::isDirectory)) {
            for (Path module : modules) {
                Path dir = module.resolve("target").resolve(folder);
                if (Files.isDirectory(dir)) {
                    try (var files = Files.newDirectoryStream(dir, glob)) {
                        files.forEach(found::add);
                    }
                }
            }
        }
        return found;
    }

    private static int count(Element suite, String attribute) {
        String value = suite.getAttribute(attribute);
        return value.isEmpty() ? 0 : Integer.parseInt(value);
    }
}
