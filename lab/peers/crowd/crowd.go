package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"livekube.io/lab/peers/child"
)

// crowd holds all open watches.
type crowd struct {
	target    target
	sample    int
	latencies *child.Latencies

	mu      sync.Mutex
	watches []*watch
	wrong   atomic.Pointer[string]
	checked atomic.Int64
}

// watch counts the lines that arrive on one connection.
type watch struct {
	answer body
	events atomic.Int64
	bytes  atomic.Int64
	last   atomic.Int64
	closed atomic.Bool
	_      [64]byte // no two of them on one cache line
}

const handshakes = 32

// open opens `count` watches of `path`.
func (c *crowd) open(command child.Fields) (child.Fields, error) {
	count, _ := command["count"].(float64)
	path, _ := command["path"].(string)
	began := time.Now()
	places := make(chan struct{}, handshakes)
	var opening sync.WaitGroup
	var failed atomic.Int64
	var firstError atomic.Pointer[string]
	for range int(count) {
		places <- struct{}{}
		opening.Go(func() {
			defer func() { <-places }()
			answer, err := c.target.get(path)
			if err != nil {
				failed.Add(1)
				text := err.Error()
				firstError.CompareAndSwap(nil, &text)
				return
			}
			w := &watch{answer: answer}
			c.mu.Lock()
			sampled := len(c.watches)%c.sample == 0
			c.watches = append(c.watches, w)
			c.mu.Unlock()
			go c.follow(w, sampled)
		})
	}
	opening.Wait()
	answer := child.Fields{"failed": failed.Load(), "seconds": time.Since(began).Seconds()}
	if message := firstError.Load(); message != nil {
		answer["first_error"] = *message
	}
	answer["open"] = c.openNow()
	return answer, nil
}

func (c *crowd) openNow() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	open := 0
	for _, w := range c.watches {
		if !w.closed.Load() {
			open++
		}
	}
	return open
}

func (c *crowd) follow(w *watch, sampled bool) {
	defer w.closed.Store(true)
	var checker check
	for {
		part, err := w.answer.next()
		if len(part) > 0 {
			if sampled {
				if err := checker.take(c, part); err != nil {
					text := err.Error()
					c.wrong.CompareAndSwap(nil, &text)
				}
			}
			if lines := bytes.Count(part, []byte{'\n'}); lines > 0 {
				w.events.Add(int64(lines))
				w.last.Store(time.Now().UnixNano())
			}
			w.bytes.Add(int64(len(part)))
		}
		if err != nil {
			return
		}
	}
}

// check reads every event of one watch: each must be a modified pod, and versions must increase.
type check struct {
	line    []byte
	version int64
}

type event struct {
	Type   string
	Object struct {
		Kind     string
		Metadata struct {
			Name            string
			ResourceVersion string
			Annotations     map[string]string
		}
		Spec struct{ Containers []struct{ Image string } }
	}
}

func (k *check) take(c *crowd, part []byte) error {
	for {
		end := bytes.IndexByte(part, '\n')
		if end < 0 {
			k.line = append(k.line, part...)
			return nil
		}
		line := append(k.line, part[:end]...)
		part = part[end+1:]
		arrived := time.Now()
		written := time.Duration(0)
		mark := []byte(`"` + child.WrittenAt + `":"`)
		if at := bytes.Index(line, mark); at >= 0 {
			from := at + len(mark)
			if to := bytes.IndexByte(line[from:], '"'); to > 0 {
				nanos, err := strconv.ParseInt(string(line[from:from+to]), 10, 64)
				if err != nil {
					return err
				}
				written = time.Duration(nanos)
			}
		}
		if written > 0 {
			c.latencies.Record(time.Duration(arrived.UnixNano()) - written)
		}
		if c.checked.Add(1)%16 == 0 {
			if err := k.look(line); err != nil {
				return err
			}
		}
		k.line = line[:0]
	}
}

func (k *check) look(line []byte) error {
	var e event
	if err := json.Unmarshal(line, &e); err != nil {
		return fmt.Errorf("an event is no JSON: %w", err)
	}
	if e.Type == "BOOKMARK" {
		return nil
	}
	if e.Type != "MODIFIED" || e.Object.Kind != "Pod" || len(e.Object.Spec.Containers) == 0 || e.Object.Metadata.Name == "" {
		return fmt.Errorf("an event is no modified pod: %.200s", line)
	}
	version, err := strconv.ParseInt(e.Object.Metadata.ResourceVersion, 10, 64)
	if err != nil || version <= k.version {
		return fmt.Errorf("version %q comes behind %d", e.Object.Metadata.ResourceVersion, k.version)
	}
	k.version = version
	return nil
}

// count waits until the watches have seen `await` events in total, or nothing new for `quiet` seconds, or `seconds` have
// passed. It returns the events since the last call, the time of the last one, and the minimum and maximum per open watch.
func (c *crowd) count(command child.Fields) (child.Fields, error) {
	await, _ := command["await"].(float64)
	limit, _ := command["seconds"].(float64)
	quiet, _ := command["quiet"].(float64)
	deadline := time.Now().Add(time.Duration(limit * float64(time.Second)))
	var events, bytes, last int64
	changed := time.Now()
	for {
		before := events
		events, bytes, last = c.sums()
		if events != before {
			changed = time.Now()
		}
		if float64(events) >= await || time.Now().After(deadline) || time.Since(changed).Seconds() > quiet {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	c.mu.Lock()
	open := 0
	least, most := int64(math.MaxInt64), int64(0)
	for _, w := range c.watches {
		seen := w.events.Swap(0)
		w.bytes.Store(0)
		if !w.closed.Load() {
			open++
			least, most = min(least, seen), max(most, seen)
		}
	}
	closed := len(c.watches) - open
	c.mu.Unlock()
	answer := c.latencies.Take()
	answer["events"], answer["bytes"], answer["open"], answer["closed"] = events, bytes, open, closed
	answer["least"], answer["most"] = least, most
	answer["last_ns"] = strconv.FormatInt(last, 10)
	answer["checked"] = c.checked.Swap(0)
	if wrong := c.wrong.Load(); wrong != nil {
		return nil, fmt.Errorf("%s", *wrong)
	}
	return answer, nil
}

func (c *crowd) sums() (events, bytes, last int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.watches {
		events += w.events.Load()
		bytes += w.bytes.Load()
		last = max(last, w.last.Load())
	}
	return events, bytes, last
}

func (c *crowd) close() child.Fields {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.watches {
		w.answer.Close()
	}
	closed := len(c.watches)
	c.watches = nil
	return child.Fields{"closed": closed}
}
