// Package child is the contestant's side of the lab's line protocol: one JSON object per line,
// events on stdout, commands on stdin. lab/README.md describes it.
package child

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"sync"
)

// Fields are the values of an event or a command, besides its name.
type Fields map[string]any

// Handler answers one command; the answer's event carries the command's name.
type Handler func(command Fields) (Fields, error)

var out sync.Mutex

// Emit writes one event.
func Emit(event string, fields Fields) {
	line := Fields{"event": event}
	for k, v := range fields {
		line[k] = v
	}
	bytes, err := json.Marshal(line)
	if err != nil {
		Fail(err)
	}
	out.Lock()
	defer out.Unlock()
	os.Stdout.Write(append(bytes, '\n'))
}

// Fail reports an error to the harness and ends the process.
func Fail(err error) {
	message, _ := json.Marshal(err.Error())
	out.Lock()
	fmt.Printf("{\"event\":\"error\",\"message\":%s}\n", message)
	os.Exit(1)
}

// Serve answers commands until "stop" or the end of stdin: a child never outlives its harness.
func Serve(handlers map[string]Handler) {
	if _, ok := handlers["gc"]; !ok {
		handlers["gc"] = func(Fields) (Fields, error) { return Fields{"heap_bytes": HeapAfterGC()}, nil }
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var command Fields
		if err := json.Unmarshal(lines.Bytes(), &command); err != nil {
			Fail(fmt.Errorf("command %q is not JSON: %w", lines.Text(), err))
		}
		name, _ := command["cmd"].(string)
		if name == "stop" {
			return
		}
		handle, ok := handlers[name]
		if !ok {
			Fail(fmt.Errorf("unknown command %q", name))
		}
		answer, err := handle(command)
		if err != nil {
			Fail(fmt.Errorf("command %s: %w", name, err))
		}
		Emit(name, answer)
	}
}

// HeapAfterGC is the live heap in bytes after two collections (the second frees what finalizers held).
func HeapAfterGC() uint64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
