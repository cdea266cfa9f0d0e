import { fail, limits } from '@latchkey/wire';
import type { Environment } from '../environment.ts';

export interface JsonRpcRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What a node answers to a JSON-RPC 2.0 request. */
export type JsonRpcReply =
  | { readonly result: unknown; readonly error?: undefined }
  | { readonly error: { code: number; message: string; data?: unknown } };

/**
 * Asks a node of a chain. Sends nothing of ours with it: the node is the developer's, not the service's.
 *
 * @throws ServiceError `network_error`, `too_many_requests`, `client_request_timeout` after 20 s
 */
export async function askNode(
  environment: Environment,
  url: string,
  request: JsonRpcRequest,
): Promise<JsonRpcReply> {
  const answer = await post(environment, url, { jsonrpc: '2.0', id: 1, ...request }, request.method);
  return toReply(answer) ?? fail('network_error', { message: unanswered(request.method) });
}

/** What the strictest of the large providers take in one batch. */
const mostInBatch = 50;

/** Nodes that take one request at a time, by the world in which they were asked. */
const batchless = new WeakMap<Environment, Set<string>>();

/**
 * Asks a node several things in one round: as a batch (JSON-RPC 2.0 §6), or side by side where the node takes none, which
 * is remembered. What is too much for one batch goes in several at a time. An answer that is missing is an error of its own.
 *
 * @returns the replies, in the order of the requests
 * @throws ServiceError as {@link askNode}, where the node does not answer at all
 */
export async function askNodeAtOnce(
  environment: Environment,
  url: string,
  requests: readonly JsonRpcRequest[],
): Promise<readonly JsonRpcReply[]> {
  if (requests.length > mostInBatch) {
    const [part, rest] = [requests.slice(0, mostInBatch), requests.slice(mostInBatch)];
    const replies = await Promise.all([part, rest].map((some) => askNodeAtOnce(environment, url, some)));
    return replies.flat();
  }
  const known = batchless.get(environment) ?? new Set();
  batchless.set(environment, known);
  if (!known.has(url)) {
    const batch = requests.map((request, index) => ({ jsonrpc: '2.0', id: index + 1, ...request }));
    const answer = await post(environment, url, batch, 'a batch');
    if (Array.isArray(answer)) {
      const byId = new Map(answer.map((one) => [(one as { id?: unknown } | null)?.id, toReply(one)]));
      return requests.map(({ method }, index) => byId.get(index + 1) ?? missing(method));
    }
    known.add(url);
  }
  const settled = await Promise.allSettled(requests.map((request) => askNode(environment, url, request)));
  const [first] = settled;
  if (first?.status === 'rejected' && settled.every(({ status }) => status === 'rejected'))
    throw first.reason;
  return settled.map((one, index) =>
    one.status === 'fulfilled' ? one.value : missing(requests[index]?.method ?? ''),
  );
}

async function post(
  { fetch, clock }: Environment,
  url: string,
  body: unknown,
  asked: string,
): Promise<unknown> {
  const abort = new AbortController();
  const timer = clock.setTimeout(() => abort.abort(), limits.callTimeoutMs);
  let status = 0;
  try {
    const response = await (fetch ?? fail('no_api'))(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify(body),
      signal: abort.signal,
    });
    status = response.status;
    return await response.json();
  } catch (cause) {
    if (abort.signal.aborted) return fail('client_request_timeout', { message: unanswered(asked), cause });
    return fail(status === 429 ? 'too_many_requests' : 'network_error', {
      message: unanswered(asked),
      cause,
    });
  } finally {
    clock.clearTimeout(timer);
  }
}

const unanswered = (asked: string) => `The JSON-RPC node did not answer ${asked}`;

const missing = (method: string): JsonRpcReply => ({ error: { code: -32603, message: unanswered(method) } });

/** Some nodes send both members always. */
function toReply(answer: unknown): JsonRpcReply | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { result, error } = answer as { result?: unknown; error?: unknown };
  if (typeof error === 'object' && error !== null) {
    const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown };
    return {
      error: { code: typeof code === 'number' ? code : -32603, message: String(message).slice(0, 200), data },
    };
  }
  return 'result' in answer ? { result } : null;
}
