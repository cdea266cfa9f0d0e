import { fail, isCode, ServiceError } from '@latchkey/wire';
import type { Environment } from '../environment.ts';
import { isLimit, type Limited, toLimited, untilTaken } from './limited.ts';
import { malformed, type NodeResponse, postToNode, unanswered } from './postToNode.ts';

export interface JsonRpcRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export type JsonRpcReply =
  | { readonly result: unknown; readonly error?: undefined; readonly failure?: undefined }
  | { readonly error: JsonRpcError; readonly failure?: undefined };

/** Reply within a round, or the reason why it is missing. A missing reply says nothing about the request. */
export type RoundReply = JsonRpcReply | { readonly failure: ServiceError; readonly error?: undefined };

/**
 * Sends a request to a chain's node. The node belongs to the developer, so it gets no credentials of ours. If the node
 * limits requests, sends the request again after a pause.
 *
 * @param patienceMs time within which the last attempt starts. @default 10 s
 * @throws ServiceError `too_many_requests`, `client_request_timeout` after 20 s, `network_error`; `details.node`
 *   has the reason: `limited`, `unanswered`, `refused` (it does not serve this page) or `malformed`
 */
export function callNode(
  environment: Environment,
  url: string,
  request: JsonRpcRequest,
  patienceMs?: number,
): Promise<JsonRpcReply> {
  const { method } = request;
  const attempt = async (): Promise<JsonRpcReply | Limited> => {
    const answer = await postToNode(environment, url, { jsonrpc: '2.0', id: 1, ...request }, method);
    if ('limited' in answer) return answer;
    const reply = toReply(answer.json);
    if (reply?.error && isLimit(reply.error)) return toLimited(answer.headers);
    return reply ?? failUnread(answer, method);
  };
  return untilTaken(environment, method, attempt, patienceMs);
}

/** Largest number of requests in a batch. */
const mostInBatch = 50;

/** Nodes that accept no batches, by environment. */
const batchless = new WeakMap<Environment, Set<string>>();

/**
 * Sends several requests to a node in one round: as a batch (JSON-RPC 2.0 §6), or in parallel if the node refuses
 * batches, and remembers the refusal. Sends more than 50 requests in several batches. Repeats the requests that a
 * limiting node leaves out.
 *
 * @returns the replies, in the order of the requests
 * @throws ServiceError as {@link callNode}, if the node answers none of the requests of a batch
 */
export async function callNodeAtOnce(
  environment: Environment,
  url: string,
  requests: readonly JsonRpcRequest[],
): Promise<readonly RoundReply[]> {
  if (requests.length > mostInBatch) {
    const [part, rest] = [requests.slice(0, mostInBatch), requests.slice(mostInBatch)];
    const replies = await Promise.all([part, rest].map((some) => callNodeAtOnce(environment, url, some)));
    return replies.flat();
  }
  const known = batchless.get(environment) ?? new Set();
  batchless.set(environment, known);
  if (!known.has(url)) {
    const replies = await requestBatch(environment, url, requests);
    if (replies) return replies;
    known.add(url);
  }
  const settled = await Promise.all(
    requests.map((request) => callNode(environment, url, request).catch(toFailure)),
  );
  return orThrow(settled);
}

/** Sends a batch, and repeats its limited part. @returns null if the node refuses batches */
async function requestBatch(
  environment: Environment,
  url: string,
  requests: readonly JsonRpcRequest[],
): Promise<readonly RoundReply[] | null> {
  const replies = new Map<number, RoundReply>();
  let left = requests.map((request, index) => ({ jsonrpc: '2.0', id: index + 1, ...request }));
  const attempt = async (): Promise<boolean | Limited> => {
    const answer = await postToNode(environment, url, left, 'a batch');
    if ('limited' in answer) return answer;
    if (!Array.isArray(answer.json)) return readWhole(answer);
    const byId = new Map(answer.json.map((one) => [(one as { id?: unknown } | null)?.id, toReply(one)]));
    for (const { id, method } of left)
      replies.set(id, byId.get(id) ?? { failure: new ServiceError('network_error', unanswered(method)) });
    left = left.filter(({ id }) => {
      const { error } = replies.get(id) ?? {};
      return error !== undefined && isLimit(error);
    });
    return left.length === 0 || toLimited(answer.headers);
  };
  try {
    if (!(await untilTaken(environment, 'a batch', attempt))) return null;
  } catch (error) {
    // Replies before the failure are kept.
    if (!isCode(error) || replies.size === 0) throw error;
    for (const { id } of left) replies.set(id, { failure: error });
  }
  return orThrow(requests.map((_, index) => replies.get(index + 1) as RoundReply));
}

/** JSON-RPC codes and HTTP statuses with which nodes refuse a batch. */
const refusalCodes = [-32_700, -32_600, -32_601, -32_602];
const refusalStatuses = [400, 405, 413, 415, 422, 501];

/**
 * Reads an answer to a batch that is not a list. Returns false if the node accepts no batches, or the limit that it
 * reports.
 *
 * @throws ServiceError for any other answer
 */
function readWhole(answer: NodeResponse): false | Limited {
  const error = toReply(answer.json)?.error;
  if (error && isLimit(error)) return toLimited(answer.headers);
  const isRefusal = error && (refusalCodes.includes(error.code) || /batch|array/i.test(error.message));
  if (isRefusal || refusalStatuses.includes(answer.status)) return false;
  return failUnread(answer, 'a batch');
}

/** @throws ServiceError `network_error` */
function failUnread({ status }: NodeResponse, asked: string): never {
  return fail('network_error', status >= 500 ? unanswered(asked) : malformed(asked));
}

function toFailure(error: unknown): RoundReply {
  if (!isCode(error)) throw error;
  return { failure: error };
}

function orThrow(replies: readonly RoundReply[]): readonly RoundReply[] {
  const [first] = replies;
  if (first?.failure && replies.every(({ failure }) => failure)) throw first.failure;
  return replies;
}

/**
 * Reads a reply; null if it is none. Some nodes always send `result` and `error`, so an `error` of null counts as
 * absent.
 */
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
