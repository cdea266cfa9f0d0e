import { limits, ServiceError } from '@latchkey/wire';

/** Request as the request handler reads it, independent of the transport. */
export interface Incoming {
  readonly method: string;
  /** Path as sent. Scheme and host of an absolute request target are ignored. */
  readonly path: string;
  /** Query as sent, without the question mark; empty without one. */
  readonly query: string;
  /** Host and port that the request was sent to; null if it names none. */
  readonly host: string | null;
  readonly headers: {
    /** Returns a header by its name in lower case. Duplicates are joined with commas, cookies with semicolons. */
    get(name: string): string | null;
  };
  /**
   * Reads the whole body as text.
   * @throws ServiceError `request_too_large` above `limits.bodyBytes`, and with Node.js `invalid_data` if it is
   *   incomplete
   */
  readText(): Promise<string>;
}

/** Returns true if a request only reads, so it must not change or use up anything. */
export const isRead = ({ method }: Pick<Incoming, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD';

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: string | Uint8Array | null;
}

/** Matches every text: an invalid target must not throw here, where no caller expects it. */
const targetPattern = /^(?:https?:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/i;

/** Returns path and query of a request target in any form (RFC 9112 §3.2), or of any other text. */
export function readTarget(target: string): Pick<Incoming, 'path' | 'query'> {
  const [, path, query = ''] = targetPattern.exec(target) ?? [];
  return { path: path || '/', query };
}

/** Converts a request of the Fetch standard, for tests and for servers other than Node.js. */
export function fromRequest(request: Request): Incoming {
  const { method, url, headers } = request;
  const host = headers.get('host') ?? new URL(url).host;
  return { method, ...readTarget(url), host, headers, readText: () => readAll(request.body ?? []) };
}

export function toResponse({ status, headers, body }: Answer): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new Response(typeof body === 'string' || body === null ? body : new Uint8Array(body), {
    status,
    headers: pairs,
  });
}

export async function fromResponse(response: Response): Promise<Answer> {
  const body = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

/** Joins the chunks of a body. A client could fill the memory with a long body. Reading stops at the limit. */
async function readAll(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | ReadableStream<Uint8Array>,
): Promise<string> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > limits.bodyBytes) throw new ServiceError('request_too_large');
    read.push(chunk);
  }
  return Buffer.concat(read).toString('utf8');
}
