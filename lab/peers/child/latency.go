package child

import (
	"strconv"
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// WrittenAt is the annotation in which a load generator stores the wall-clock time of its write, in nanoseconds.
const WrittenAt = "lab.livekube.io/written-ns"

// Latencies records the delay between the write of an object and its arrival.
type Latencies struct {
	mu        sync.Mutex
	histogram *hdrhistogram.Histogram
}

func NewLatencies() *Latencies {
	return &Latencies{histogram: hdrhistogram.New(1_000, 3_600_000_000_000, 3)}
}

// Seen records one object's age if a load generator wrote it.
func (l *Latencies) Seen(annotations map[string]string) {
	written, err := strconv.ParseInt(annotations[WrittenAt], 10, 64)
	if err == nil {
		l.Record(time.Duration(time.Now().UnixNano() - written))
	}
}

func (l *Latencies) Record(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.histogram.RecordValue(max(int64(d), 1_000))
}

// Take returns the figures so far and resets them.
func (l *Latencies) Take() Fields {
	l.mu.Lock()
	defer l.mu.Unlock()
	ms := func(q float64) float64 { return float64(l.histogram.ValueAtQuantile(q)) / 1e6 }
	fields := Fields{
		"seen": l.histogram.TotalCount(), "p50_ms": ms(50), "p99_ms": ms(99),
		"max_ms": float64(l.histogram.Max()) / 1e6,
	}
	l.histogram.Reset()
	return fields
}
