export interface SseEvent {
  id: string;
  type: string;
  data: string;
}

/** Parses a text/event-stream that arrives in arbitrary pieces. */
export class SseParser {
  #rest = '';
  #type = '';
  #data: string[] = [];
  #id = '';

  /** Returns the events that this piece completes, without comments. */
  push(piece: string): SseEvent[] {
    const events: SseEvent[] = [];
    const text = this.#rest + piece;
    let from = 0;
    for (;;) {
      const end = text.indexOf('\n', from);
      if (end < 0) break;
      const line = text.charCodeAt(end - 1) === 13 && end > from ? text.slice(from, end - 1) : text.slice(from, end);
      from = end + 1;
      const event = this.#line(line);
      if (event) events.push(event);
    }
    this.#rest = text.slice(from);
    return events;
  }

  #line(line: string): SseEvent | undefined {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    if (colon === 0) return undefined;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#type = value;
    else if (field === 'id') this.#id = value;
    return undefined;
  }

  #dispatch(): SseEvent | undefined {
    const type = this.#type || 'message';
    const data = this.#data;
    this.#type = '';
    this.#data = [];
    return data.length === 0 ? undefined : { id: this.#id, type, data: data.join('\n') };
  }
}
