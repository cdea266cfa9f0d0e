/**
 * Messages between the vault and the approval page beside it. The page shows a request and takes the user's approval.
 * The vault signs, after the same checks as for a request of the host page, and calls the service, because the page
 * has no network access.
 */
import type { ChainQuestion, EntropyVerifier } from '@latchkey/wire';
import { isPlainObject, isText } from '../payloads.ts';
import type { Envelope } from '../protocol.ts';
import { type Family, isBeside, type WindowMessage } from '../sibling.ts';
import { type Approval, approveByPerson } from './approval.ts';

/** Distinguishes these messages from those of a host page, whose events begin with `privy:`. */
const channel = 'latchkey:approve';
/** Events that the approval page may send. Their payloads are checked as if the host page had sent them. */
export const approvedEvents = ['privy:wallets:rpc', 'privy:farcaster:sign'] as const;
export type ApprovedEvent = (typeof approvedEvents)[number];
export const isApprovedEvent = (event: unknown): event is ApprovedEvent =>
  approvedEvents.some((one) => one === event);

/** Questions about a chain that the page sends to the vault. */
export interface ChainRequest {
  readonly token: string;
  readonly chainId: number;
  readonly questions: readonly ChainQuestion[];
}

interface EntropyName {
  readonly entropyId: string;
  readonly entropyIdVerifier: EntropyVerifier;
}

interface ApprovedRequest {
  readonly envelope: Envelope;
  readonly approval: Approval;
}

export const toApprovedMessage = (id: string, event: ApprovedEvent, data: unknown) => ({
  channel,
  id,
  event,
  data,
});

/**
 * Reads a request of the approval page of the same app in the same host page. Returns null for any other message.
 *
 * A malicious host page of another origin could claim that the user approved. The message must therefore come from a
 * window that shows the approval page's path on the frame's origin.
 */
export function readApprovedRequest(message: WindowMessage, family: Family): ApprovedRequest | null {
  if (!isBeside(message.source, message.origin, family, `${family.pathname}/approve`)) return null;
  const { data } = message;
  if (!isPlainObject(data) || data.channel !== channel || !isText(64)(data.id)) return null;
  const { id, event } = data;
  if (!isApprovedEvent(event)) return null;
  return { envelope: { id: id as string, event, data: data.data }, approval: approveByPerson() };
}

export const toChainMessage = (id: string, chain: ChainRequest) => ({ channel, id, chain });

/** Reads the approval page's questions about a chain, or returns null. The service checks the questions. */
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

/** Returns the message that asks the vault whether the operator allows signing of unreadable hashes. */
export const toRawSigningMessage = (id: string) => ({ channel, id, requests: 'raw-signing' });

/** Reads the approval page's question about unreadable hashes, or returns null. */
export function readRawSigningRequest(message: WindowMessage, family: Family): { id: string } | null {
  if (!isBeside(message.source, message.origin, family, `${family.pathname}/approve`)) return null;
  const { data } = message;
  const isRequest = isPlainObject(data) && data.channel === channel && data.requests === 'raw-signing';
  return isRequest && isText(64)(data.id) ? { id: data.id as string } : null;
}

/** Request for a wallet that is not in this browser: to send its owner a code, or to open the wallet with that code. */
export interface ReleaseRequest extends EntropyName {
  readonly token: string;
  /** Code that the user typed. Without it, the request is to send one. */
  readonly code?: string;
  /** Id of the request to send a code. The page sends the same id again until a request succeeds. */
  readonly requestId?: string;
}

export const toReleaseMessage = (id: string, release: ReleaseRequest) => ({ channel, id, release });

/**
 * Reads a release request of the approval page beside the vault, or returns null.
 *
 * A malicious host page of another origin could have persuaded its user to tell it the code. The code is therefore
 * accepted only from a window that shows the approval page's path on the frame's origin.
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

/** Answers the approval page. A page of another origin that has since loaded in its window receives nothing. */
export function answerApproval(source: unknown, origin: string, answer: object): void {
  (source as Window).postMessage({ channel, answer }, origin);
}

/**
 * Reads the vault's answer to the approval page: the request's `id`, and `data` or `error`. Returns null for any other
 * message.
 */
export function readApprovalAnswer(message: WindowMessage, family: Family): Record<string, unknown> | null {
  const vaultPath = family.pathname.replace(/\/approve$/, '');
  if (!isBeside(message.source, message.origin, family, vaultPath)) return null;
  const { data } = message;
  if (!isPlainObject(data) || data.channel !== channel) return null;
  return isPlainObject(data.answer) ? data.answer : null;
}
