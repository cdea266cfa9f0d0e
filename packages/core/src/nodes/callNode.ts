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

/** What a node answers to a JSON-RPC 2.0 request. */
export type JsonRpcReply =
  | { readonly result: unknown; readonly error?: undefined; readonly failure?: undefined }
  | { readonly error: JsonRpcError; readonly failure?: undefined };

/** The same, or why there is no answer among those of a round. It says nothing of what was asked. */
export type RoundReply = JsonRpcReply | { readonly failure: ServiceError; readonly error?: undefined };

/**
 * Asks a node of a chain. Sends nothing of ours with it: the node is the developer's, not the service's. A node that limits
 * requests is asked again.
 *
 * @param patienceMs until when the last try begins. @default 10 s
 * @throws ServiceError `too_many_requests`, `client_request_timeout` after 20 s, `network_error`; in each `details.node` says
 * what the node did: `limited`, `unanswered`, `refused` (it does not serve this page) or `malformed`
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

/** What the strictest of the large providers take in one batch. */
const mostInBatch = 50;

/** Nodes that take one request at a time, by the world in which they were asked. */
const batchless = new WeakMap<Environment, Set<string>>();

/**
 * Asks a node several things in one round: as a batch (JSON-RPC 2.0 §6), or side by side where the node refuses batches, which
 * is remembered. What is too much for one batch goes in several at a time. What a node that limits requests leaves out of
 * a batch is asked for again.
 *
 * @returns the replies, in the order of the requests
 * @throws ServiceError as {@link callNode}, where the node answers nothing at all
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

/** Asks as a batch, and for less each time while some of it is limited. @returns null where the node refuses batches */
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
    // Answers that came before the failure still count.
    if (!isCode(error) || replies.size === 0) throw error;
    for (const { id } of left) replies.set(id, { failure: error });
  }
  return orThrow(requests.map((_, index) => replies.get(index + 1) as RoundReply));
}

/** JSON-RPC's codes for what cannot be read as a request, and HTTP's. */
const refusalCodes = [-32_700, -32_600, -32_601, -32_602];
const refusalStatuses = [400, 405, 413, 415, 422, 501];

/** Reads one answer in place of a batch's: the node takes no batches (false), or limits requests. @throws ServiceError for any other answer */
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

/** Throws if nothing was answered: then all have one reason. */
function orThrow(replies: readonly RoundReply[]): readonly RoundReply[] {
  const [first] = replies;
  if (first?.failure && replies.every(({ failure }) => failure)) throw first.failure;
  return replies;
}

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
