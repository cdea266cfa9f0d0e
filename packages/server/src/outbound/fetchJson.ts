import type { World } from '../world.ts';

export interface JsonRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Time for the call, in ms. @default 8 s, because a user waits, and their client gives up after 20 s */
  readonly timeoutMs?: number;
  /** Replaces `timeoutMs`: aborts the call. */
  readonly signal?: AbortSignal;
  /** Longest answer in bytes. @default 64 kB */
  readonly maxBytes?: number;
}

/** Answer; `json` is null if the body is not a JSON object. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Readonly<Record<string, unknown>> | null;
}

/**
 * Calls an address that the operator chose or that a protocol fixes. For an address that anyone else supplied, use
 * `createOutbound`.
 *
 * @throws whatever `fetch` throws, also for a redirect or a slow answer, and Error for an answer that is too long
 */
export async function fetchJson(
  { fetch }: Pick<World, 'fetch'>,
  url: string,
  request: JsonRequest,
): Promise<JsonAnswer> {
  const { method, headers = {}, body, timeoutMs = 8_000, maxBytes = 64 * 1024 } = request;
  const { address, authorization } = withoutCredentials(url);
  const answer = await fetch(address, {
    method,
    headers: { ...authorization, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    redirect: 'error',
    signal: request.signal ?? AbortSignal.timeout(timeoutMs),
  });
  return { status: answer.status, headers: answer.headers, json: toObject(await readText(answer, maxBytes)) };
}

/**
 * Moves the credentials in an address, which `fetch` refuses, into a header.
 *
 * `fetch` would quote the operator's user name and password in its error, which would get into the log.
 */
function withoutCredentials(text: string): { address: string; authorization: Record<string, string> } {
  const url = new URL(text);
  const { username, password } = url;
  if (username === '' && password === '') return { address: text, authorization: {} };
  const pair = [username, password].map(decodeURIComponent).join(':');
  [url.username, url.password] = ['', ''];
  return {
    address: url.href,
    authorization: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
  };
}

/** Reads at most `maxBytes`. A server could otherwise answer without end and fill the memory. */
async function readText(answer: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`The answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function toObject(text: string): JsonAnswer['json'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
