package main

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http2/hpack"
)

// target is a server and the protocol to use.
type target struct {
	host, root, token, protocol string
}

// body is a server's response without framing, in chunks as they arrive.
type body interface {
	next() ([]byte, error)
	Close() error
}

// get sends one request on a new connection and reads the head of the response.
func (t target) get(path string) (body, error) {
	dialer := net.Dialer{Timeout: 60 * time.Second}
	raw, err := dialer.Dial("tcp", t.host)
	if err != nil {
		return nil, err
	}
	protocols := map[string][]string{"h1": {"http/1.1"}, "h2": {"h2"}}
	conn := tls.Client(raw, &tls.Config{InsecureSkipVerify: true, NextProtos: protocols[t.protocol]})
	conn.SetDeadline(time.Now().Add(2 * time.Minute))
	if err := conn.Handshake(); err != nil {
		conn.Close()
		return nil, err
	}
	var answer body
	if t.protocol == "h2" {
		if got := conn.ConnectionState().NegotiatedProtocol; got != "h2" {
			conn.Close()
			return nil, fmt.Errorf("%s speaks %q, not h2", t.host, got)
		}
		answer, err = t.getH2(conn, path)
	} else {
		answer, err = t.getH1(conn, path)
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	conn.SetDeadline(time.Time{})
	return answer, nil
}

// chunked reads the chunks of an HTTP/1.1 response, in place.
type chunked struct {
	conn   net.Conn
	buffer []byte
	from   int
	to     int
	left   int
}

func (t target) getH1(conn net.Conn, path string) (body, error) {
	request := "GET " + t.root + path + " HTTP/1.1\r\nHost: " + t.host + "\r\nAccept: application/json\r\n"
	if t.token != "" {
		request += "Authorization: Bearer " + t.token + "\r\n"
	}
	if _, err := io.WriteString(conn, request+"\r\n"); err != nil {
		return nil, err
	}
	c := &chunked{conn: conn, buffer: make([]byte, 16<<10)}
	head := ""
	for !strings.HasSuffix(head, "\r\n\r\n") {
		line, err := c.line()
		if err != nil {
			return nil, err
		}
		head += line
	}
	if !strings.HasPrefix(head, "HTTP/1.1 200 ") {
		return nil, fmt.Errorf("%s answered %q", path, strings.SplitN(head, "\r\n", 2)[0])
	}
	if !strings.Contains(strings.ToLower(head), "transfer-encoding: chunked") {
		return nil, fmt.Errorf("%s is not chunked", path)
	}
	return c, nil
}

func (c *chunked) fill() error {
	n, err := c.conn.Read(c.buffer)
	c.from, c.to = 0, n
	return err
}

// line reads up to and including the next line end.
func (c *chunked) line() (string, error) {
	line := ""
	for {
		if c.from == c.to {
			if err := c.fill(); err != nil {
				return "", err
			}
		}
		if end := bytes.IndexByte(c.buffer[c.from:c.to], '\n'); end >= 0 {
			line += string(c.buffer[c.from : c.from+end+1])
			c.from += end + 1
			return line, nil
		}
		line += string(c.buffer[c.from:c.to])
		c.from = c.to
	}
}

func (c *chunked) next() ([]byte, error) {
	for c.left == 0 {
		line, err := c.line()
		if err != nil {
			return nil, err
		}
		if line == "\r\n" { // behind a chunk
			continue
		}
		size, err := strconv.ParseInt(strings.TrimSpace(line), 16, 32)
		if err != nil {
			return nil, fmt.Errorf("%q is no size of a chunk", line)
		}
		if size == 0 {
			return nil, io.EOF
		}
		c.left = int(size)
	}
	if c.from == c.to {
		if err := c.fill(); err != nil {
			return nil, err
		}
	}
	n := min(c.left, c.to-c.from)
	part := c.buffer[c.from : c.from+n]
	c.from += n
	c.left -= n
	return part, nil
}

func (c *chunked) Close() error { return c.conn.Close() }

// HTTP/2 frames, as of RFC 9113.
const (
	frameData         = 0x0
	frameHeaders      = 0x1
	frameReset        = 0x3
	frameSettings     = 0x4
	framePing         = 0x6
	frameGoAway       = 0x7
	frameWindow       = 0x8
	flagEndStream     = 0x1
	flagAck           = 0x1
	flagPadded        = 0x8
	flagPriority      = 0x20
	largestWindow     = 1<<31 - 1
	initialConnWindow = 65_535
	creditAfter       = 1 << 30
)

// stream reads the only stream of an HTTP/2 connection. Its windows are large enough to receive a gigabyte without updates.
type stream struct {
	conn    net.Conn
	in      *bufio.Reader
	left    int
	flags   byte
	taken   int
	scratch []byte
}

func frame(kind, flags byte, id uint32, payload []byte) []byte {
	head := make([]byte, 9, 9+len(payload))
	binary.BigEndian.PutUint32(head, uint32(len(payload))<<8|uint32(kind))
	head[4] = flags
	binary.BigEndian.PutUint32(head[5:], id)
	return append(head, payload...)
}

func number(n uint32) []byte { return binary.BigEndian.AppendUint32(nil, n) }

func (t target) getH2(conn net.Conn, path string) (body, error) {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	fields := [][2]string{
		{":method", "GET"}, {":scheme", "https"}, {":authority", t.host}, {":path", t.root + path}, {"accept", "application/json"},
	}
	if t.token != "" {
		fields = append(fields, [2]string{"authorization", "Bearer " + t.token})
	}
	for _, field := range fields {
		encoder.WriteField(hpack.HeaderField{Name: field[0], Value: field[1]})
	}
	settings := binary.BigEndian.AppendUint32([]byte{0, 4}, largestWindow) // SETTINGS_INITIAL_WINDOW_SIZE
	hello := []byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
	hello = append(hello, frame(frameSettings, 0, 0, settings)...)
	hello = append(hello, frame(frameWindow, 0, 0, number(largestWindow-initialConnWindow))...)
	hello = append(hello, frame(frameHeaders, 0x4|flagEndStream, 1, block.Bytes())...)
	if _, err := conn.Write(hello); err != nil {
		return nil, err
	}
	s := &stream{conn: conn, in: bufio.NewReaderSize(conn, 16<<10), scratch: make([]byte, 16<<10)}
	status := ""
	decoder := hpack.NewDecoder(4096, func(field hpack.HeaderField) {
		if field.Name == ":status" {
			status = field.Value
		}
	})
	for status == "" {
		kind, payload, err := s.frame()
		if err != nil {
			return nil, err
		}
		if kind == frameHeaders {
			if s.flags&flagPriority != 0 {
				payload = payload[5:]
			}
			if _, err := decoder.Write(payload); err != nil {
				return nil, err
			}
		}
	}
	if status != "200" {
		return nil, fmt.Errorf("%s answered %s", path, status)
	}
	return s, nil
}

// frame reads the next frame: only the head of data frames, all of other frames. It sends required acknowledgments.
func (s *stream) frame() (byte, []byte, error) {
	var head [9]byte
	if _, err := io.ReadFull(s.in, head[:]); err != nil {
		return 0, nil, err
	}
	length, kind := int(binary.BigEndian.Uint32(head[:])>>8), head[3]
	s.flags = head[4]
	if kind == frameData {
		if s.flags&flagPadded != 0 {
			return 0, nil, errors.New("padded data is not understood")
		}
		s.left = length
		return kind, nil, nil
	}
	payload := make([]byte, length)
	if _, err := io.ReadFull(s.in, payload); err != nil {
		return 0, nil, err
	}
	var err error
	switch kind {
	case frameSettings:
		if s.flags&flagAck == 0 {
			_, err = s.conn.Write(frame(frameSettings, flagAck, 0, nil))
		}
	case framePing:
		if s.flags&flagAck == 0 {
			_, err = s.conn.Write(frame(framePing, flagAck, 0, payload))
		}
	case frameReset, frameGoAway:
		err = io.EOF
	}
	return kind, payload, err
}

func (s *stream) next() ([]byte, error) {
	for s.left == 0 {
		if s.flags&flagEndStream != 0 && s.taken > 0 {
			return nil, io.EOF
		}
		kind, _, err := s.frame()
		if err != nil {
			return nil, err
		}
		if kind != frameData {
			s.flags = 0
		}
	}
	n, err := s.in.Read(s.scratch[:min(s.left, len(s.scratch))])
	s.left -= n
	s.taken += n
	if s.taken > creditAfter {
		credit := number(uint32(s.taken))
		s.taken = 1
		if _, err := s.conn.Write(append(frame(frameWindow, 0, 0, credit), frame(frameWindow, 0, 1, credit)...)); err != nil {
			return nil, err
		}
	}
	return s.scratch[:n], err
}

func (s *stream) Close() error { return s.conn.Close() }
