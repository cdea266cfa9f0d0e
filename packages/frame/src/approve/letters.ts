/**
 * The border between the vault and the approval page beside it: the page shows a request and takes the person's yes; the
 * vault signs, with every check that a request of the host page meets.
 */
import { isPlainObject, isText } from '../payloads.ts';
import type { Envelope } from '../protocol.ts';
import { type Family, isBeside, type Letter } from '../sibling.ts';

/** Tells these messages from those of a host page, which begin with `privy:`. */
const channel = 'latchkey:approve';
/** The one event that is approved; what it holds is checked by its guard, as if the host had sent it. */
export const approvedEvent = 'privy:wallets:rpc';

/** A request that a person approved, as it travels to the vault. */
export const toApprovedMessage = (id: string, data: unknown) => ({ channel, id, data });

/**
 * Reads a request of the approval page of the same app in the same host page; null for anything else.
 *
 * Threat: a host page that says that someone approved. No script of its own can have this origin, and none of ours but
 * the approval page stands at that path.
 */
export function readApprovedRequest(letter: Letter, family: Family): Envelope | null {
  if (!isBeside(letter.source, letter.origin, family, `${family.pathname}/approve`)) return null;
  const { data } = letter;
  if (!isPlainObject(data) || data.channel !== channel || !isText(64)(data.id)) return null;
  return { id: data.id as string, event: approvedEvent, data: data.data };
}

/** Answers the approval page, and no one who came into its window since. */
export function answerApproval(source: unknown, origin: string, answer: object): void {
  (source as Window).postMessage({ channel, answer }, origin);
}

/** Reads the vault's answer to the approval page: `data` or `error` under the request's id; null for anything else. */
export function readApprovalAnswer(letter: Letter, family: Family): Record<string, unknown> | null {
  const vaultPath = family.pathname.replace(/\/approve$/, '');
  if (!isBeside(letter.source, letter.origin, family, vaultPath)) return null;
  const { data } = letter;
  if (!isPlainObject(data) || data.channel !== channel) return null;
  return isPlainObject(data.answer) ? data.answer : null;
}
