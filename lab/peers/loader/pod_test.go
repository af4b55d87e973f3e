package main

import (
	"encoding/json"
	"math/rand"
	"testing"
)

func TestPodsAreAboutNineKilobytesOfJSON(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	total := 0
	for i := range 100 {
		text, err := json.Marshal(newPod(random, i, "team-000"))
		if err != nil {
			t.Fatal(err)
		}
		total += len(text)
	}
	if average := total / 100; average < 8_500 || average > 9_900 {
		t.Errorf("a pod has %d bytes", average)
	}
}
