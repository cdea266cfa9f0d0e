import { fail } from '@latchkey/wire';
import type { Environment } from '../environment.ts';

interface Question {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** What another service than ours answered: a claim, whatever it holds. */
export interface ExternalResponse {
  readonly status: number;
  /** Null where it is no JSON. */
  readonly json: unknown;
}

/** No answer that is read here is a tenth as long. */
const longestAnswer = 65_536;

/**
 * Asks a service that is not ours, and sends nothing of ours with it: no cookies, no token.
 *
 * Threat: a service that never ends its answer, which would hold a screen and fill the page's memory.
 *
 * @throws ServiceError `network_error`, `client_request_timeout`, and the signal's reason where the person left
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
