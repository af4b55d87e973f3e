package io.livekube.lab;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Checks the package dependencies of ARCHITECTURE.md, so that a wrong import fails the build rather than a
/// review.
class ArchitectureTest {
    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.livekube");

    /// Our packages that each module may use, in addition to its own.
    private static final Map<String, List<String>> ALLOWED = Map.of(
            "apimachinery", List.of(),
            "core", List.of("io.livekube.apimachinery.selector.."),
            "protocol", List.of("io.livekube.core.model.."),
            "agent", List.of("io.livekube.core..", "io.livekube.protocol.."),
            "hub", List.of("io.livekube.apimachinery..", "io.livekube.core..", "io.livekube.protocol.."),
            "simulator", List.of("io.livekube.apimachinery.."),
            "testkit", List.of("io.livekube.simulator.."),
            "cli",
                    List.of(
                            "io.livekube.apimachinery..",
                            "io.livekube.core..",
                            "io.livekube.protocol..",
                            "io.livekube.agent..",
                            "io.livekube.hub..",
                            "io.livekube.simulator.."));

    @TestFactory
    Stream<DynamicTest> aModuleUsesOnlyWhatTheArchitectureAllows() {
        return ALLOWED.entrySet().stream().map(e -> {
            String own = "io.livekube." + e.getKey() + "..";
            DescribedPredicate<JavaClass> elsewhere = resideInAPackage("io.livekube..")
                    .and(DescribedPredicate.not(resideInAPackage(own)))
                    .and(DescribedPredicate.not(resideInAnyPackage(e.getValue().toArray(String[]::new))));
            return DynamicTest.dynamicTest(
                    e.getKey(),
                    () -> noClasses()
                            .that()
                            .resideInAPackage(own)
                            .should()
                            .dependOnClassesThat(elsewhere)
                            .check(OURS));
        });
    }

    @Test
    void packagesFormNoCycles() {
        slices().matching("io.livekube.(**)").should().beFreeOfCycles().check(OURS);
    }

    @Test
    void httpTransportDoesNotDependOnTheHub() {
        noClasses()
                .that()
                .resideInAPackage("io.livekube.hub.transport..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.livekube..")
                        .and(DescribedPredicate.not(resideInAPackage("io.livekube.hub.transport.."))))
                .check(OURS);
    }

    @TestFactory
    Stream<DynamicTest> anApiOfTheHubKnowsNoOther() {
        List<String> apis = Stream.of("kubeapi", "agentapi", "rest")
                .map("io.livekube.hub.%s.."::formatted)
                .toList();
        return apis.stream()
                .map(api -> DynamicTest.dynamicTest(
                        api,
                        () -> noClasses()
                                .that()
                                .resideInAPackage(api)
                                .should()
                                .dependOnClassesThat(resideInAnyPackage(apis.toArray(String[]::new))
                                        .and(DescribedPredicate.not(resideInAPackage(api))))
                                .check(OURS)));
    }

    @Test
    void onlyBenchmarksUseAnotherKubernetesClient() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.livekube.lab..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.fabric8..", "io.kubernetes..")
                .check(OURS);
    }

    /// Access to clusters does not depend on the HTTP client, the client does not depend on its users, and the
    /// reflector's states depend on neither.
    @Test
    void dependenciesFromClusterAccessToReflectorAreOneWay() {
        noClasses()
                .that()
                .resideInAPackage("io.livekube.core.access..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.livekube.core..")
                        .and(DescribedPredicate.not(resideInAPackage("io.livekube.core.access.."))))
                .check(OURS);
        noClasses()
                .that()
                .resideInAPackage("io.livekube.core.http..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.livekube.core.watch..", "io.livekube.core.listwatch..")
                .check(OURS);
        noClasses()
                .that()
                .resideInAPackage("io.livekube.core.watch..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.livekube.core.http..", "io.livekube.core.access..", "io.livekube.core.listwatch..")
                .check(OURS);
    }

    /// The agent pushes from the store; handlers and work queues are for other users of the library.
    @Test
    void onlyUsersOfTheLibraryUseHandlersAndWorkQueues() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.livekube.core..", "io.livekube.examples..", "io.livekube.lab..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.livekube.core.handler..", "io.livekube.core.queue..")
                .check(OURS);
    }

    @Test
    void onlyProgramsPrint() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.livekube.cli..",
                        "io.livekube.lab..",
                        "io.livekube.testkit.controlplane..",
                        "io.livekube.testkit.threads..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(OURS);
    }
}
