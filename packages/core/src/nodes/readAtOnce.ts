import type { ServiceError } from '@latchkey/wire';
import type { PageContext } from '../contexts.ts';
import { callNodeAtOnce, type JsonRpcRequest, type RoundReply } from './callNode.ts';

/** Request to a node with a function that reads the result. An unreadable result is null. */
export interface Read<T> extends JsonRpcRequest {
  readonly read: (result: unknown) => T | null;
}

/** Result of one read: a value, the node's error, or neither. */
export interface ReadResult<T> {
  readonly value: T | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } | null;
  /** Reason for a missing answer, such as that the node did not answer or limits requests. The caller may retry. */
  readonly failure: ServiceError | null;
}

/**
 * Sends all reads to a node in one round. A failed or unreadable answer affects only its own read.
 *
 * @throws ServiceError if the node does not answer at all
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
 * Throws if a required answer is missing. A missing answer is neither an empty value nor a refusal.
 *
 * @throws ServiceError the reason of the first missing answer
 */
export function assertAnswered(answers: Readonly<Record<string, ReadResult<unknown> | undefined>>): void {
  for (const answer of Object.values(answers)) if (answer?.failure) throw answer.failure;
}

/** Returns null if reading throws, because a node's answer can have any form. */
function attempt<T>(read: () => T | null): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
