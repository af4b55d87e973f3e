import { expect, test } from 'vitest';
import { SseParser } from './sse';

const TEXT = ': heartbeat\n\nevent: rows\nid: a1\ndata: {"x":1}\n\nid: a2\ndata: one\ndata: two\n\n';

test('an event ends with an empty line, comments are ignored', () => {
  expect(new SseParser().push(TEXT)).toEqual([
    { type: 'rows', id: 'a1', data: '{"x":1}' },
    { type: 'message', id: 'a2', data: 'one\ntwo' },
  ]);
});

test('the stream can be split anywhere', () => {
  const whole = new SseParser().push(TEXT);
  for (let cut = 0; cut <= TEXT.length; cut++) {
    const parser = new SseParser();
    expect([...parser.push(TEXT.slice(0, cut)), ...parser.push(TEXT.slice(cut))]).toEqual(whole);
  }
  const parser = new SseParser();
  expect([...TEXT].flatMap((letter) => parser.push(letter))).toEqual(whole);
});

test('lines may end with CR LF', () => {
  expect(new SseParser().push('event: gone\r\ndata: x\r\n\r\n')).toEqual([{ type: 'gone', id: '', data: 'x' }]);
});

test('an event without data is dropped, and its id applies to the next', () => {
  expect(new SseParser().push('id: 7\nevent: rows\n\ndata: y\n\n')).toEqual([{ type: 'message', id: '7', data: 'y' }]);
});
