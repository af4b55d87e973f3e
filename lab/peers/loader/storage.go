package main

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"go.etcd.io/etcd/client/pkg/v3/transport"
	clientv3 "go.etcd.io/etcd/client/v3"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"

	"livekube.io/lab/peers/child"
)

const podPrefix = "/registry/pods/"

// storage reads and writes objects where and as kube-apiserver keeps them: under /registry, as protobuf
// after the magic "k8s\x00", without a resourceVersion (which is etcd's).
type storage struct {
	client *clientv3.Client
	codec  *protobuf.Serializer
}

type tlsFiles struct{ ca, cert, key string }

func connect(url string, tls tlsFiles) *storage {
	if url == "" {
		child.Fail(fmt.Errorf("--etcd is missing"))
	}
	config := clientv3.Config{Endpoints: []string{url}, DialTimeout: 10 * time.Second}
	if tls != (tlsFiles{}) {
		info := transport.TLSInfo{TrustedCAFile: tls.ca, CertFile: tls.cert, KeyFile: tls.key}
		clientTLS, err := info.ClientConfig()
		if err != nil {
			child.Fail(err)
		}
		config.TLS = clientTLS
	}
	client, err := clientv3.New(config)
	if err != nil {
		child.Fail(fmt.Errorf("etcd at %s: %w", url, err))
	}
	scheme := runtime.NewScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		child.Fail(err)
	}
	return &storage{client: client, codec: protobuf.NewSerializer(scheme, scheme)}
}

func (s *storage) put(ctx context.Context, key string, kind string, object runtime.Object) error {
	object.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{Version: "v1", Kind: kind})
	var stored bytes.Buffer
	if err := s.codec.Encode(object, &stored); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	if _, err := s.client.Put(ctx, key, stored.String()); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

func (s *storage) decodePod(stored []byte) (*corev1.Pod, error) {
	object, _, err := s.codec.Decode(stored, nil, &corev1.Pod{})
	if err != nil {
		return nil, err
	}
	pod, ok := object.(*corev1.Pod)
	if !ok {
		return nil, fmt.Errorf("stored as %T, not a pod", object)
	}
	return pod, nil
}
