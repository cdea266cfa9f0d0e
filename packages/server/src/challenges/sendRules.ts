import { limits } from '@latchkey/wire';

/** A code that was sent to a recipient within the window. */
export interface SentCode {
  codeId: string;
  network: string;
  isKnownNetwork: boolean;
  /** Neither used, voided nor expired. */
  isLive: boolean;
  sentAtMs: number;
  /** Sent for the request that asks now, whose answer was lost. @default false */
  isSameRequest?: boolean;
}

/** The network that asks for a code: `isKnown` when the recipient has logged in from it before. */
export interface Requester {
  network: string;
  isKnown: boolean;
}

/**
 * Decides whether a network may have a code sent.
 *
 * The threat is twofold: flooding a mailbox, and keeping its owner out by spending all its sends. So a network that
 * has sent before takes the open sends only; the last one is kept for a network that has sent none. And a network
 * from which the recipient logged in before always has one send of its own, however many strangers came: they cannot
 * make themselves known. What a stranger sees does not depend on whether the address has an account.
 *
 * @param sent what went out to the recipient in the last `limits.codeSendWindowMs`
 * @returns 0 when it may be sent now, else the milliseconds until it may
 */
export function sendWaitMs(sent: readonly SentCode[], requester: Requester, nowMs: number): number {
  const ownLastMs = Math.max(...sent.filter(isFrom(requester)).map((one) => one.sentAtMs));
  const cooldownMs = Math.max(0, ownLastMs + limits.resendCooldownMs - nowMs);

  let inWindow = sent.toSorted((a, b) => a.sentAtMs - b.sentAtMs);
  let windowMs = 0;
  while (!hasSendLeft(inWindow, requester)) {
    const [oldest, ...younger] = inWindow;
    if (!oldest) break;
    windowMs = oldest.sentAtMs + limits.codeSendWindowMs - nowMs;
    inWindow = younger;
  }
  return Math.max(cooldownMs, windowMs);
}

/**
 * Tells whether a request is one that was answered before: the code that it had sent still counts, and its cooldown is not
 * over. Only whoever made the request knows its id, so that the answer tells no one else that a code was asked for.
 */
export function isAnswered(sent: readonly SentCode[], nowMs: number): boolean {
  return sent.some(
    ({ isLive, isSameRequest, sentAtMs }) =>
      isSameRequest && isLive && nowMs < sentAtMs + limits.resendCooldownMs,
  );
}

/**
 * Whether a captcha buys a send that the open ones do not have any more: for a network that has sent none in the window,
 * such as one that the owner is at for the first time. Who spends the sends of another user's address then keeps no one
 * out; how many can be bought is bounded ({@link limits.captchaSendsPerWindow}), or a patient program would flood a mailbox.
 */
export function mayBuySend(sent: readonly SentCode[], requester: Requester): boolean {
  return !sent.some(isFrom(requester));
}

function hasSendLeft(inWindow: readonly SentCode[], requester: Requester): boolean {
  const hasSentNone = !inWindow.some(isFrom(requester));
  if (requester.isKnown) return hasSentNone || inWindow.length < limits.codeSendsPerWindow;
  return inWindow.length < limits.codeSendsPerWindow - (hasSentNone ? 0 : 1);
}

/**
 * Chooses which live codes a new one voids: those that the same network asked for, and the oldest beyond the limit of
 * live codes. Codes of known networks go last, so that strangers who ask for more cannot void the owner's.
 *
 * @returns ids of the codes to void
 */
export function codesToVoid(sent: readonly SentCode[], requester: Requester): string[] {
  const live = sent.filter((one) => one.isLive);
  const superseded = live.filter(isFrom(requester));
  const others = live
    .filter((one) => !isFrom(requester)(one))
    .sort((a, b) => Number(b.isKnownNetwork) - Number(a.isKnownNetwork) || b.sentAtMs - a.sentAtMs);
  return [...superseded, ...others.slice(limits.liveCodesPerRecipient - 1)].map((one) => one.codeId);
}

function isFrom(requester: Requester) {
  return (one: SentCode) => one.network === requester.network;
}
