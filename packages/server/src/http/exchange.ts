import { limits, ServiceError } from '@latchkey/wire';

/** A request as the request handler reads it, whatever it came by. */
export interface Incoming {
  readonly method: string;
  /** The path of its address, as it was sent; what a proxy's form of the address puts before it tells nothing. */
  readonly path: string;
  /** What follows the question mark, as it was sent; empty without one. */
  readonly query: string;
  /** Host and port that it was sent to; null where it names none. */
  readonly host: string | null;
  readonly headers: {
    /** A header by its name in lower case; several of one name as one, joined by commas. */
    get(name: string): string | null;
  };
  /**
   * The whole body as text.
   * @throws ServiceError `request_too_large` above `limits.bodyBytes`, `invalid_data` when it breaks off
   */
  readText(): Promise<string>;
}

/** Tells whether a request only reads: a page is asked for so, and nothing that it names is used up or done. */
export const isRead = ({ method }: Pick<Incoming, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD';

/** What is answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: string | Uint8Array | null;
}

/** Matches every text: an address that is none must not throw where no one looks for it. */
const targetPattern = /^(?:https?:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/i;

/** Path and query of a request target, whichever form it has (RFC 9112 §3.2), and of anything else that was sent as one. */
export function readTarget(target: string): Pick<Incoming, 'path' | 'query'> {
  const [, path, query = ''] = targetPattern.exec(target) ?? [];
  return { path: path || '/', query };
}

/** A request of the Fetch standard, as tests and other hosts have it. */
export function fromRequest(request: Request): Incoming {
  const { method, url, headers } = request;
  const host = headers.get('host') ?? new URL(url).host;
  return { method, ...readTarget(url), host, headers, readText: () => readAll(request.body ?? []) };
}

/** An answer as the Fetch standard has it. */
export function toResponse({ status, headers, body }: Answer): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new Response(typeof body === 'string' || body === null ? body : new Uint8Array(body), {
    status,
    headers: pairs,
  });
}

/** Takes over what a room answered by the Fetch standard: pages, which are few. */
export async function fromResponse(response: Response): Promise<Answer> {
  const body = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

/** Joins the chunks of a body, and stops at the one that is too much: no one's body fills the memory. */
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
