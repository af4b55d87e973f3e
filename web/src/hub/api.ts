import { signal } from '@preact/signals';

const KEY = 'livekube.token';

/** The hub's message if it requires a reader's token. */
export const tokenWanted = signal<string | undefined>(undefined);

export class HubError extends Error {
  constructor(
    readonly status: number,
    sentence: string,
  ) {
    super(sentence);
  }
}

export function setToken(token: string): void {
  sessionStorage.setItem(KEY, token);
  tokenWanted.value = undefined;
}

export function authHeaders(): Record<string, string> {
  const token = sessionStorage.getItem(KEY);
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** The hub's message for a failed request; asks for a token if one is missing. */
export async function problemOf(response: Response): Promise<HubError> {
  let sentence = `The hub returned HTTP ${response.status}.`;
  try {
    const body = (await response.json()) as { error?: string; message?: string };
    sentence = body.error ?? body.message ?? sentence;
  } catch (e) {
    if (!(e instanceof SyntaxError)) throw e;
  }
  if (response.status === 401) tokenWanted.value = sentence;
  return new HubError(response.status, sentence);
}

export async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(path, { ...init, headers: { ...authHeaders(), ...init.headers } });
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as T;
}

export const clusterPath = (id: string, more = '') => `/api/v1/clusters/${encodeURIComponent(id)}${more}`;
