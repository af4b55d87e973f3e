import { authHeaders, HubError, problemOf } from './api';
import { backoffMs } from './backoff';
import { SseParser, type SseEvent } from './sse';

/** State of this tab's connection. */
export type Link =
  | { state: 'connecting' }
  | { state: 'live' }
  | { state: 'reconnecting'; since: number; attempt: number; cause: string }
  | { state: 'refused'; sentence: string; status: number };

export interface StreamHandlers {
  event(event: SseEvent): void;
  link(link: Link): void;
}

/** The hub sends something at least every 15 s; a connection that is silent for longer is dead. */
const SILENCE_MS = 40_000;

/** Follows the hub's stream until it is closed; after a disconnect it resumes after the last event received. */
export class LiveStream {
  readonly #abort = new AbortController();
  #lastId = '';
  #attempt = 0;
  #lostAt = 0;
  #wake: (() => void) | undefined;

  constructor(
    private readonly url: string,
    private readonly handlers: StreamHandlers,
  ) {
    void this.#run();
  }

  close(): void {
    this.#abort.abort();
    this.#wake?.();
  }

  /** Retries immediately: the network is back, or the tab is visible again. */
  retryNow(): void {
    this.#wake?.();
  }

  async #run(): Promise<void> {
    const closed = this.#abort.signal;
    this.handlers.link({ state: 'connecting' });
    while (!closed.aborted) {
      let cause = 'the hub closed the stream';
      try {
        await this.#follow();
      } catch (e) {
        if (closed.aborted) return;
        if (e instanceof HubError && e.status === 410) this.#lastId = '';
        else if (e instanceof HubError && e.status >= 400 && e.status < 500 && e.status !== 429) {
          this.handlers.link({ state: 'refused', sentence: e.message, status: e.status });
          return;
        }
        cause = e instanceof HubError ? e.message : 'the hub does not respond';
      }
      this.#lostAt ||= Date.now();
      this.handlers.link({ state: 'reconnecting', since: this.#lostAt, attempt: this.#attempt, cause });
      await this.#pause(backoffMs(this.#attempt++, Math.random));
    }
  }

  async #follow(): Promise<void> {
    const attempt = new AbortController();
    const stop = () => attempt.abort();
    this.#abort.signal.addEventListener('abort', stop);
    let silence = setTimeout(stop, SILENCE_MS);
    try {
      const headers: Record<string, string> = { Accept: 'text/event-stream', ...authHeaders() };
      if (this.#lastId) headers['Last-Event-ID'] = this.#lastId;
      const response = await fetch(this.url, { headers, signal: attempt.signal, cache: 'no-store' });
      if (!response.ok) throw await problemOf(response);
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      const parser = new SseParser();
      this.#attempt = 0;
      this.#lostAt = 0;
      this.handlers.link({ state: 'live' });
      for (;;) {
        const { done, value } = await reader.read();
        if (done || this.#abort.signal.aborted) return;
        clearTimeout(silence);
        silence = setTimeout(stop, SILENCE_MS);
        for (const event of parser.push(value)) {
          this.handlers.event(event);
          this.#lastId = event.id || this.#lastId;
        }
      }
    } finally {
      clearTimeout(silence);
      this.#abort.signal.removeEventListener('abort', stop);
      attempt.abort();
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
