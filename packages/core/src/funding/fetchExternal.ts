import { fail } from '@latchkey/wire';
import type { Environment } from '../environment.ts';

interface Question {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Unverified response of another service. */
export interface ExternalResponse {
  readonly status: number;
  /** Null if the body is not JSON. */
  readonly json: unknown;
}

/** Maximum length of a response, in bytes. */
const longestAnswer = 65_536;

/**
 * Calls a service that is not ours, without cookies or tokens.
 *
 * A malicious service could send an endless response to block a screen and fill the page's memory. Time and length
 * are limited.
 *
 * @throws ServiceError `network_error`, `client_request_timeout`, and the signal's reason if it is aborted
 */
export async function fetchExternal(
  { fetch, clock }: Environment,
  url: string,
  { method = 'GET', body, timeoutMs, signal }: Question,
): Promise<ExternalResponse> {
  signal?.throwIfAborted();
  const end = new AbortController();
  const leave = () => end.abort();
  let isLate = false;
  const timer = clock.setTimeout(() => {
    isLate = true;
    end.abort();
  }, timeoutMs);
  signal?.addEventListener('abort', leave);
  try {
    const response = await (fetch ?? fail('no_api'))(url, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      credentials: 'omit',
      redirect: 'error',
      signal: end.signal,
    });
    return { status: response.status, json: toJson(await readText(response, end.signal)) };
  } catch (cause) {
    signal?.throwIfAborted();
    return fail(isLate ? 'client_request_timeout' : 'network_error', { cause });
  } finally {
    clock.clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
    end.abort();
  }
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', stop);
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > longestAnswer) fail('network_error', { message: 'The answer is too long' });
    text += decoder.decode(part.value, { stream: true });
  }
  signal.throwIfAborted();
  return text + decoder.decode();
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
