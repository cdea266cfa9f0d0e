import type { ServiceError } from '@latchkey/wire';
import type { PageContext } from '../contexts.ts';
import { callNodeAtOnce, type JsonRpcRequest, type RoundReply } from './callNode.ts';

/** A question to a node, and how its answer is read; what cannot be read is null. */
export interface Read<T> extends JsonRpcRequest {
  readonly read: (result: unknown) => T | null;
}

/** A node's answer to one read: a value, the words of its refusal, or nothing. */
export interface ReadResult<T> {
  readonly value: T | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } | null;
  /** The reason if there is no answer: the node did not give one, or limits requests. The caller may ask again. */
  readonly failure: ServiceError | null;
}

/**
 * Asks a node everything in one round. What it does not know, or answers in another form, costs only that answer.
 *
 * @throws ServiceError where the node does not answer at all
 */
export async function readAtOnce<T extends Record<string, Read<unknown> | undefined>>(
  page: PageContext,
  url: string,
  reads: T,
): Promise<{ [K in keyof T]: ReadResult<NonNullable<T[K]> extends Read<infer Value> ? Value : never> }> {
  const entries = Object.entries(reads).flatMap(([name, read]) => (read ? [{ name, ...read }] : []));
  const requests = entries.map(({ method, params }) => ({ method, params }));
  const replies = await callNodeAtOnce(page.environment, url, requests);
  return Object.fromEntries(
    entries.map((entry, index) => [entry.name, toAnswer(entry, replies[index])]),
  ) as never;
}

function toAnswer(read: Read<unknown>, reply: RoundReply | undefined): ReadResult<unknown> {
  const { error = null, failure = null } = reply ?? {};
  const isAnswered = reply && 'result' in reply;
  return { value: isAnswered ? attempt(() => read.read(reply.result)) : null, error, failure };
}

/**
 * Refuses to go on without answers that matter. What is missing is neither nothing nor a refusal.
 *
 * @throws ServiceError why the first of them is missing
 */
export function assertAnswered(answers: Readonly<Record<string, ReadResult<unknown> | undefined>>): void {
  for (const answer of Object.values(answers)) if (answer?.failure) throw answer.failure;
}

/** A node may answer anything: what it says is read, never trusted to have a form. */
function attempt<T>(read: () => T | null): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
