/**
 * The border between the vault and the approval page beside it: the page shows a request and takes the person's yes; the
 * vault signs, with every check that a request of the host page meets. What a chain says of the request it asks the service,
 * because the page has no network of its own.
 */
import type { ChainQuestion, EntropyVerifier } from '@latchkey/wire';
import { isPlainObject, isText } from '../payloads.ts';
import type { Envelope } from '../protocol.ts';
import { type Family, isBeside, type WindowMessage } from '../sibling.ts';
import { type Approval, approveByPerson } from './approval.ts';

/** Tells these messages from those of a host page, which begin with `privy:`. */
const channel = 'latchkey:approve';
/** The events that are approved; what they hold is checked by their guards, as if the host had sent them. */
export const approvedEvents = ['privy:wallets:rpc', 'privy:farcaster:sign'] as const;
export type ApprovedEvent = (typeof approvedEvents)[number];
/** Tells whether an event is one that is approved. */
export const isApprovedEvent = (event: unknown): event is ApprovedEvent =>
  approvedEvents.some((one) => one === event);

/** What the page wants to know of a chain. */
export interface ChainRequest {
  /** Of the request that is shown. */
  readonly token: string;
  readonly chainId: number;
  readonly questions: readonly ChainQuestion[];
}

/** Name of an entropy in a message. */
interface EntropyName {
  readonly entropyId: string;
  readonly entropyIdVerifier: EntropyVerifier;
}

/** A request that a person approved, as the vault reads it. */
interface ApprovedRequest {
  readonly envelope: Envelope;
  readonly approval: Approval;
}

/** A request that a person approved, as it travels to the vault. */
export const toApprovedMessage = (id: string, event: ApprovedEvent, data: unknown) => ({
  channel,
  id,
  event,
  data,
});

/**
 * Reads a request of the approval page of the same app in the same host page; null for anything else.
 *
 * Threat: a host page that says that someone approved. No script of its own can have this origin, and none of ours but
 * the approval page stands at that path.
 */
export function readApprovedRequest(message: WindowMessage, family: Family): ApprovedRequest | null {
  if (!isBeside(message.source, message.origin, family, `${family.pathname}/approve`)) return null;
  const { data } = message;
  if (!isPlainObject(data) || data.channel !== channel || !isText(64)(data.id)) return null;
  const { id, event } = data;
  if (!isApprovedEvent(event)) return null;
  return { envelope: { id: id as string, event, data: data.data }, approval: approveByPerson() };
}

/** The questions about a chain, as they travel to the vault. */
export const toChainMessage = (id: string, chain: ChainRequest) => ({ channel, id, chain });

/**
 * Reads the questions of the approval page of the same app in the same host page; null for anything else. What they may be
 * is the service's to check.
 */
export function readChainRequest(
  message: WindowMessage,
  family: Family,
): { id: string; chain: ChainRequest } | null {
  if (!isBeside(message.source, message.origin, family, `${family.pathname}/approve`)) return null;
  const { data } = message;
  if (!isPlainObject(data) || data.channel !== channel || !isText(64)(data.id) || !isPlainObject(data.chain))
    return null;
  const { token, questions } = data.chain;
  return isText(8192)(token) && Array.isArray(questions)
    ? { id: data.id as string, chain: data.chain as unknown as ChainRequest }
    : null;
}

/** The question whether hashes may be signed that no one can read, as it travels to the vault. */
export const toRawSigningMessage = (id: string) => ({ channel, id, requests: 'raw-signing' });

/** Reads that question of the approval page of the same app in the same host page; null for anything else. */
export function readRawSigningRequest(message: WindowMessage, family: Family): { id: string } | null {
  if (!isBeside(message.source, message.origin, family, `${family.pathname}/approve`)) return null;
  const { data } = message;
  const isRequest = isPlainObject(data) && data.channel === channel && data.requests === 'raw-signing';
  return isRequest && isText(64)(data.id) ? { id: data.id as string } : null;
}

/** Request of the page for a wallet that is not in this browser: to send its owner a code, or to open it with that code. */
export interface ReleaseRequest extends EntropyName {
  /** Of the request that is shown. */
  readonly token: string;
  /** Code that the person typed. Without it, the request is to send one. */
  readonly code?: string;
  /** Id of the request to send one: the same when it is asked for again because no answer came. */
  readonly requestId?: string;
}

/** That question, as it travels to the vault. */
export const toReleaseMessage = (id: string, release: ReleaseRequest) => ({ channel, id, release });

/**
 * Reads that question of the approval page of the same app in the same host page; null for anything else.
 *
 * Threat: a host page that talked its user into telling it the code. No script of its own can have this origin.
 */
export function readReleaseRequest(
  message: WindowMessage,
  family: Family,
): { id: string; release: ReleaseRequest } | null {
  if (!isBeside(message.source, message.origin, family, `${family.pathname}/approve`)) return null;
  const { data } = message;
  if (
    !isPlainObject(data) ||
    data.channel !== channel ||
    !isText(64)(data.id) ||
    !isPlainObject(data.release)
  )
    return null;
  const { token, entropyId, code } = data.release;
  const isCode = code === undefined || isText(6)(code);
  return isText(8192)(token) && isText(64)(entropyId) && isCode
    ? { id: data.id as string, release: data.release as unknown as ReleaseRequest }
    : null;
}

/** Answers the approval page, and no one who came into its window since. */
export function answerApproval(source: unknown, origin: string, answer: object): void {
  (source as Window).postMessage({ channel, answer }, origin);
}

/** Reads the vault's answer to the approval page: `data` or `error` under the request's id; null for anything else. */
export function readApprovalAnswer(message: WindowMessage, family: Family): Record<string, unknown> | null {
  const vaultPath = family.pathname.replace(/\/approve$/, '');
  if (!isBeside(message.source, message.origin, family, vaultPath)) return null;
  const { data } = message;
  if (!isPlainObject(data) || data.channel !== channel) return null;
  return isPlainObject(data.answer) ? data.answer : null;
}
