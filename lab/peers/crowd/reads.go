package main

import (
	"bytes"
	"compress/gzip"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"livekube.io/lab/peers/child"
)

// reads are timed GETs and LISTs on one connection, as Go's own client makes them.
//
// Measurements end with the last byte of the response, before decompression and parsing.
type reads struct {
	target target
	client *http.Client
	buffer bytes.Buffer
	pods   []pod
}

type pod struct {
	Metadata struct{ Namespace, Name, ResourceVersion string }
}

func newReads(t target) *reads {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(t.protocol == "h1")
	protocols.SetHTTP2(t.protocol == "h2")
	transport := &http.Transport{
		TLSClientConfig:    &tls.Config{InsecureSkipVerify: true},
		Protocols:          protocols,
		DisableCompression: true,
		ReadBufferSize:     64 << 10,
	}
	return &reads{target: t, client: &http.Client{Transport: transport}}
}

func (r *reads) fetch(path string, gz bool) (time.Duration, *http.Response, error) {
	request, err := http.NewRequest("GET", "https://"+r.target.host+r.target.root+path, nil)
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Accept", "application/json")
	if gz {
		request.Header.Set("Accept-Encoding", "gzip")
	}
	if r.target.token != "" {
		request.Header.Set("Authorization", "Bearer "+r.target.token)
	}
	r.buffer.Reset()
	began := time.Now()
	answer, err := r.client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	_, err = io.Copy(&r.buffer, answer.Body)
	took := time.Since(began)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answered %s: %.300s", path, answer.Status, r.buffer.Bytes())
	}
	return took, answer, err
}

// list LISTs `path`, with or without `gzip`, and returns the content if `verify` is set.
func (r *reads) list(command child.Fields) (child.Fields, error) {
	path, _ := command["path"].(string)
	gz, _ := command["gzip"].(bool)
	verify, _ := command["verify"].(bool)
	took, answer, err := r.fetch(path, gz)
	if err != nil {
		return nil, err
	}
	coding := answer.Header.Get("Content-Encoding")
	fields := child.Fields{
		"seconds": took.Seconds(), "bytes": r.buffer.Len(), "gzipped": coding == "gzip", "protocol": answer.Proto,
	}
	if !verify {
		return fields, nil
	}
	var plain io.Reader = &r.buffer
	if coding == "gzip" {
		if plain, err = gzip.NewReader(&r.buffer); err != nil {
			return nil, err
		}
	}
	var list struct {
		Metadata struct{ ResourceVersion string }
		Items    []pod
	}
	if err := json.NewDecoder(plain).Decode(&list); err != nil {
		return nil, fmt.Errorf("%s is no list: %w", path, err)
	}
	if _, err := io.Copy(io.Discard, plain); err != nil { // to the check sum at the end
		return nil, fmt.Errorf("%s does not end well: %w", path, err)
	}
	var digest child.Digest
	for _, item := range list.Items {
		digest.Add(item.Metadata.Namespace, item.Metadata.Name, item.Metadata.ResourceVersion)
	}
	r.pods = list.Items
	fields["version"] = list.Metadata.ResourceVersion
	for key, value := range digest.Fields() {
		fields[key] = value
	}
	return fields, nil
}

// get GETs `count` of the pods verified last, one after the other, with a `query`.
func (r *reads) get(command child.Fields) (child.Fields, error) {
	count, _ := command["count"].(float64)
	query, _ := command["query"].(string)
	if len(r.pods) == 0 {
		return nil, fmt.Errorf("there is no pod to get: list and verify first")
	}
	latencies := child.NewLatencies()
	total := 0
	for i := range int(count) {
		p := r.pods[i*len(r.pods)/int(count)]
		took, _, err := r.fetch("/api/v1/namespaces/"+p.Metadata.Namespace+"/pods/"+p.Metadata.Name+query, false)
		if err != nil {
			return nil, err
		}
		if !bytes.Contains(r.buffer.Bytes(), []byte(`"`+p.Metadata.Name+`"`)) {
			return nil, fmt.Errorf("the answer is not about %s: %.200s", p.Metadata.Name, r.buffer.Bytes())
		}
		total += r.buffer.Len()
		latencies.Record(took)
	}
	fields := latencies.Take()
	fields["bytes"] = total / max(1, int(count))
	return fields, nil
}
