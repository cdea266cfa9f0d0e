import { limits } from '@latchkey/wire';

/** A code that was sent to a recipient within the window. */
export interface SentCode {
  codeId: string;
  network: string;
  isKnownNetwork: boolean;
  /** True if the code is neither used, voided nor expired. */
  isLive: boolean;
  sentAtMs: number;
  /** True if the code was sent for the current request, which the client repeats. @default false */
  isSameRequest?: boolean;
}

/** Network that requests a code. `isKnown`: a right code of the recipient came from it in about the last 90 days. */
export interface Requester {
  network: string;
  isKnown: boolean;
}

/**
 * Returns how long a network must wait before it may have a code sent.
 *
 * An attacker could flood a mailbox, or keep its owner out by spending all its sends. So an unknown network that has
 * sent before cannot use the last send of a window. A known network that has sent none in a window may send one,
 * however many other networks have sent. The answer for an unknown network does not depend on the existence of an
 * account.
 *
 * @param sent codes sent to the recipient in the last `limits.codeSendWindowMs`
 * @returns 0 if it may send now, otherwise the wait in ms
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
 * Returns true if a request was already answered: the code that it sent is still live and its cooldown is not over.
 * To learn from this that a code was requested, an attacker would have to guess the request's random id.
 */
export function isAnswered(sent: readonly SentCode[], nowMs: number): boolean {
  return sent.some(
    ({ isLive, isSameRequest, sentAtMs }) =>
      isSameRequest && isLive && nowMs < sentAtMs + limits.resendCooldownMs,
  );
}

/**
 * Returns true if a captcha may buy a send after the ordinary ones are used up: if the network has sent none in the
 * window.
 *
 * Attackers could otherwise spend all sends of an address and keep out its owner, who is on a new network. They could
 * also flood the mailbox, so at most {@link limits.captchaSendsPerWindow} can be bought in a day.
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
 * Selects the live codes that a new one voids: those that the same network requested, and the oldest beyond the limit
 * of live codes.
 *
 * An attacker on unknown networks could otherwise void the code that the owner requested from a known one, so codes of
 * known networks are voided last.
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
