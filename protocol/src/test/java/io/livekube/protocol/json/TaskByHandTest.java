package io.livekube.protocol.json;

import static io.livekube.protocol.ProtocolException.Problem.MALFORMED;
import static io.livekube.protocol.ProtocolException.Problem.TOO_LARGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.livekube.core.model.Resource;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskList;
import io.livekube.protocol.TaskResult;
import io.livekube.protocol.TestingEnd;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Valid and invalid messages that other hubs and agents may write.
final class TaskByHandTest {
    @Test
    void omittedTaskFieldsMeanEverything() throws Exception {
        assertThat(
                        tasks(
                                "{\"Task\":\"SyncControl\",\"Id\":\"w1\",\"Enabled\":true}, {\"Task\":\"Fetch\",\"Id\":\"2\",\"Kind\":\"Node\"}"))
                .isEqualTo(new TaskList(
                        List.of(
                                new Task.SyncControl("w1", Duration.ZERO, true, Optional.empty(), List.of()),
                                new Task.Fetch("2", Duration.ZERO, Resource.core("v1", "nodes"), "", "")),
                        List.of()));
    }

    @Test
    void aTaskThatOnlyANewerHubKnowsDoesNotHideTheOthers() throws Exception {
        TaskList list = tasks("""
                {"Task":"Defragment","Id":"7","Hard":true}, {"Task":"Resync","Id":"8","WithinMs":500,"Why":"asked"}""");
        assertThat(list.tasks()).containsExactly(new Task.Resync("8", Duration.ofMillis(500)));
        assertThat(list.unreadable())
                .containsExactly(new TaskList.Unreadable(
                        "7", new TaskResult.Failed(501, "Tasks[0]: unknown task 'Defragment'")));
    }

    @Test
    void namesOfKindsThatOnlyANewerHubKnowsArePassedOver() throws Exception {
        TaskList list = tasks("""
                {"Task":"SyncControl","Id":"w1","Enabled":true,
                 "ResourceTypes":["Pod","Novelty","example.com/v1beta1/widgets"],"First":["Novelty","Pod"]}""");
        assertThat(list.tasks())
                .containsExactly(new Task.SyncControl(
                        "w1",
                        Duration.ZERO,
                        true,
                        Optional.of(Set.of(TestingEnd.PODS, TestingEnd.WIDGETS)),
                        List.of(TestingEnd.PODS)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"Task":"Fetch","Id":"7"}                                              | Kind is missing
            {"Task":"Fetch","Id":"7","Kind":"Widget"}                              | the kind 'Widget' is not well known
            {"Task":"Fetch","Id":"7","Resource":"pods"}                            | 'pods' is not a resource
            {"Task":"Fetch","Id":"7","Resource":"v1/pods?watch=1"}                 | 'v1/pods?watch=1' is not a resource
            {"Task":"Fetch","Id":"7","Resource":"../v1/pods"}                      | '../v1/pods' is not a resource
            {"Task":"Fetch","Id":"7","Kind":"Pod","Namespace":"a/b"}               | Namespace is 'a/b', which is not a valid name
            {"Task":"Fetch","Id":"7","Kind":"Pod","Namespace":".."}                | Namespace is '..', which is not a valid name
            {"Task":"Fetch","Id":"7","Kind":"Pod","Namespace":"a","Name":".."}     | Name is '..', which is not a valid name
            {"Task":"Fetch","Id":"7","Kind":"Pod","Namespace":"a","Name":"b/log"}  | Name is 'b/log', which is not a valid name
            {"Task":"Fetch","Id":"7","Kind":"Pod","Namespace":"a","Name":"%2e"}    | Name is '%2e', which is not a valid name
            {"Task":"Document","Id":"7","Accept":"a/b"}                            | Path is missing
            {"Task":"Document","Id":"7","Path":"/api/v1/secrets","Accept":"a/b"}   | Path is '/api/v1/secrets', which agents do not serve
            {"Task":"Document","Id":"7","Path":"/openapi/v3/../x","Accept":"a/b"}  | Path is '/openapi/v3/../x', which agents do not serve
            {"Task":"Document","Id":"7","Path":"/openapi/v2?x=1","Accept":"a/b"}   | Path is '/openapi/v2?x=1', which agents do not serve
            {"Task":"Document","Id":"7","Path":"/version","Accept":"a, b"}         | Accept is 'a, b', which is not a media type
            {"Task":"Version","Id":"7","Kind":"Pod","WithinMs":-1}                 | WithinMs is -1
            {"Task":"Resync","Id":"7","WithinMs":"soon"}                           | must be an integer
            {"Task":"Report","Id":"7","WithinMs":9000000000000000000}              | must be at most 86400000
            """)
    void aBrokenTaskIsReportedToItsWaiter(String task, String sentence) throws Exception {
        TaskList list = tasks(task + ", {\"Task\":\"Report\",\"Id\":\"8\"}");
        assertThat(list.tasks()).containsExactly(new Task.Report("8", Duration.ZERO));
        assertThat(list.unreadable()).singleElement().satisfies(unreadable -> {
            assertThat(unreadable.id()).isEqualTo("7");
            assertThat(unreadable.result().status()).isEqualTo(400);
            assertThat(unreadable.result().reason()).startsWith("Tasks[0]").contains(sentence);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"Task":"Resync"}                                                      | Tasks[0]: Id is missing
            {"Task":"Resync","Id":"../x"}                                          | Tasks[0]: Id is '../x', but must be
            {"Task":"Resync","Id":""}                                              | Tasks[0]: Id is '', but must be
            {"Id":"7"}                                                             | Tasks[0]: Task is missing
            7                                                                      | Tasks[0]: expected an object
            {"Task":"SyncControl","Id":"w1"}                                       | Tasks[0]: Enabled is missing
            {"Task":"SyncControl","Id":"w1","Enabled":"yes"}                       | Enabled must be true or false
            {"Task":"SyncControl","Id":"w1","Enabled":true,"ResourceTypes":"Pod"}  | ResourceTypes: expected an array
            {"Task":"SyncControl","Id":"w1","Enabled":true,"First":["a/b/c/d"]}    | 'a/b/c/d' is not a resource
            {"Task":"SyncControl","Id":"w1","Enabled":true,"First":[{}]}           | expected a string
            {"Task":"Resync","Id":"7","Id":"8"}                                    | the field 'Id' is given twice
            """)
    void aTaskThatCantBeAnsweredFailsWithOneSentence(String task, String sentence) {
        assertRefused(() -> tasks(task), MALFORMED, sentence);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                                     | Result is missing
            []                                                                     | expected an object
            {"Result":"Perhaps"}                                                   | unknown Result 'Perhaps'
            {"Result":"Failed"}                                                    | Status is missing
            {"Result":"Failed","Status":200}                                       | Status is 200, but must be from 400
            {"Result":"Failed","Status":600}                                       | Status is 600, but must be from 400 to 599
            {"Result":"Version"}                                                   | ResourceVersion is missing
            {"Result":"Version","ResourceVersion":"new"}                           | 'new' is not a resourceVersion
            {"Result":"Report","HeapUsed":1}                                       | HeapMax is missing
            {"Result":"Report","HeapUsed":1,"HeapMax":-2}                          | HeapMax is -2
            {"Result":"Report","HeapUsed":1,"HeapMax":2,"Kinds":{}}                | Kinds: expected an array
            {"Result":"Report","HeapUsed":1,"HeapMax":2,"Kinds":[{}]}              | Kinds[0]: Resource is missing
            {"Result":"Done"} {}                                                   | unexpected content after
            {"Result":"Done"                                                       | not JSON
            """)
    void anInvalidResultIsRefusedInOneSentence(String result, String sentence) {
        assertRefused(() -> result(result), MALFORMED, sentence);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            no line                                | no first line
            not JSON;                              | not JSON
            {};                                    | Type is missing
            {"Type":"a\\nb"};                      | not a valid header value
            {"Type":"a/b","Etag":"\\u0007"};       | not a valid header value
            """)
    void anInvalidDocumentIsRefusedInOneSentence(String document, String sentence) {
        assertRefused(
                () -> TaskCodec.decodeDocument(document.replace(';', '\n').getBytes(StandardCharsets.UTF_8)),
                MALFORMED,
                sentence);
    }

    @Test
    void moreThanTheLimitsAllowIsRefused() {
        assertRefused(() -> tasks("{},".repeat(4_096) + "{}"), TOO_LARGE, "Tasks: more than 4096 items");
        String kinds = "\"a/b/c\",".repeat(4_096) + "\"a/b/c\"";
        assertRefused(
                () -> tasks("{\"Task\":\"SyncControl\",\"Id\":\"w1\",\"Enabled\":true,\"ResourceTypes\":[%s]}"
                        .formatted(kinds)),
                TOO_LARGE,
                "ResourceTypes: more than 4096 items");
        assertRefused(
                () -> result("{\"Result\":\"Failed\",\"Status\":500,\"Reason\":\"%s\"}".formatted("x".repeat(4_097))),
                TOO_LARGE,
                "a string has 4097 characters");
        assertRefused(() -> result(" ".repeat(TaskCodec.MAX_BYTES + 1)), TOO_LARGE, "more than the limit of 8388608");
        assertRefused(() -> result("{\"x\":" + "[".repeat(5_000)), TOO_LARGE, "nesting depth");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a/b", "a b", "ż", "a\n", "12345678901234567890123456789012345678901234567890123456789012345"
            })
    void anIdFitsIntoAPath(String id) {
        assertThat(Task.isId(id)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> new Task.Resync(id, Duration.ZERO));
    }

    private interface Reading {
        Object read() throws ProtocolException;
    }

    private static void assertRefused(Reading reading, ProtocolException.Problem problem, String sentence) {
        var refused = catchThrowableOfType(ProtocolException.class, reading::read);
        assertThat(refused).hasMessageContaining(sentence);
        assertThat(refused.problem()).isEqualTo(problem);
    }

    private static TaskList tasks(String items) throws ProtocolException {
        return TaskCodec.decodeTasks("{\"Tasks\":[%s]}".formatted(items).getBytes(StandardCharsets.UTF_8));
    }

    private static TaskResult result(String json) throws ProtocolException {
        return TaskCodec.decodeResult(json.getBytes(StandardCharsets.UTF_8));
    }
}
