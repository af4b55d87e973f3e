import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/// Counts the tests of all modules from their Surefire reports, and those that ran on the real control plane from
/// the lines its JUnit extension leaves. Writes `target/test-summary.json` and prints one closing line.
public class TestSummary {
    public static void main(String[] args) throws Exception {
        int passed = 0;
        int failed = 0;
        int skipped = 0;
        for (Path report : inModules("surefire-reports", "TEST-*.xml")) {
            Element suite = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(report.toFile())
                    .getDocumentElement();
            int broken = count(suite, "failures") + count(suite, "errors");
            int left = count(suite, "skipped");
            failed += broken;
            skipped += left;
            passed += count(suite, "tests") - broken - left;
        }
        int realControlPlane = 0;
        for (Path log : inModules("", "control-plane-tests.txt")) {
            realControlPlane += Files.readAllLines(log).size();
        }

        Path summary = Path.of("target", "test-summary.json");
        Files.createDirectories(summary.getParent());
        Files.writeString(summary, """
                {"passed": %d, "failed": %d, "skipped": %d, "realControlPlane": %d}
                """.formatted(passed, failed, skipped, realControlPlane));
        System.out.printf("%n%d tests ran on the real control plane; details in %s%n", realControlPlane, summary);
        System.out.printf("%d passed, %d failed, %d skipped%n", passed, failed, skipped);
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
