package main

import (
	"context"
	"fmt"
	"math/rand"
	"sync"
	"sync/atomic"
	"time"

	"livekube.io/lab/peers/child"
)

// writer changes one of the pods that it knows; the change contains the time of the write.
type writer interface {
	pods() int
	write(ctx context.Context, pod int) error
}

// churn sends changes on a fixed schedule. It never skips any: if writes take too long, it catches up later, and it
// measures how late each write was sent, so that a run below its rate can be detected.
type churn struct {
	rate     float64
	duration time.Duration
	workers  int
	seed     int64
	writer   writer
}

func (c churn) serve(ctx context.Context) {
	if c.rate <= 0 || c.workers < 1 || c.writer.pods() == 0 {
		child.Fail(fmt.Errorf("churn needs a positive rate, a worker and pods to change (%d here)", c.writer.pods()))
	}
	child.Emit("ready", child.Fields{"pods": c.writer.pods()})
	child.Serve(map[string]child.Handler{"churn": func(command child.Fields) (child.Fields, error) {
		run := c
		if rate, ok := command["rate"].(float64); ok {
			run.rate = rate
		}
		if seconds, ok := command["seconds"].(float64); ok {
			run.duration = time.Duration(seconds * float64(time.Second))
		}
		return run.run(ctx), nil
	}})
}

func (c churn) run(ctx context.Context) child.Fields {
	planned := int(c.rate * c.duration.Seconds())
	interval := time.Duration(float64(time.Second) / c.rate)
	type change struct {
		pod int
		due time.Time
	}
	queue := make(chan change, planned)
	lateness, writes := child.NewLatencies(), child.NewLatencies()
	var sent, failed atomic.Int64
	var firstError atomic.Value
	var working sync.WaitGroup
	for range c.workers {
		working.Go(func() {
			for next := range queue {
				began := time.Now()
				lateness.Record(began.Sub(next.due))
				if err := c.writer.write(ctx, next.pod); err != nil {
					failed.Add(1)
					firstError.CompareAndSwap(nil, err.Error())
				} else {
					sent.Add(1)
					writes.Record(time.Since(began))
				}
			}
		})
	}
	random := rand.New(rand.NewSource(c.seed))
	started := time.Now()
	for i := range planned {
		due := started.Add(time.Duration(i) * interval)
		time.Sleep(time.Until(due))
		queue <- change{random.Intn(c.writer.pods()), due}
	}
	close(queue)
	working.Wait()
	elapsed := time.Since(started).Seconds()
	late, write := lateness.Take(), writes.Take()
	answer := child.Fields{
		"planned": planned, "sent": sent.Load(), "failed": failed.Load(), "seconds": elapsed,
		"target_rate": c.rate, "rate": float64(sent.Load()) / elapsed,
		"late_p99_ms": late["p99_ms"], "late_max_ms": late["max_ms"], "write_p50_ms": write["p50_ms"], "write_p99_ms": write["p99_ms"],
	}
	if message := firstError.Load(); message != nil {
		answer["first_error"] = message
	}
	return answer
}
