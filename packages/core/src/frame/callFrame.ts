import {
  type FrameEvent,
  type FrameReplies,
  type FrameRequests,
  fail,
  isCode,
  limits,
  type ServiceError,
} from '@latchkey/wire';
import type { FrameContext, PageContext, SessionContext } from '../contexts.ts';
import { withToken } from '../session/index.ts';
import { callWithStepUps, confirmRelease, type GuardedCall, type ShownFactor } from '../step-up/index.ts';
import { getFrame } from './mountFrame.ts';

/**
 * Time limits of each operation. `isRepeatable` is true if sending it twice has the same effect as sending it once
 * (CONST-05).
 */
const operations = {
  create: { initialiseMs: limits.proxyInitialiseMs, replyMs: limits.createReplyMs, isRepeatable: false },
  createAdditional: {
    initialiseMs: limits.proxyInitialiseMs,
    replyMs: limits.createReplyMs,
    isRepeatable: true,
  },
  import: { initialiseMs: limits.proxyReplyMs, replyMs: limits.createReplyMs, isRepeatable: false },
  connect: { initialiseMs: limits.proxyReplyMs, replyMs: limits.proxyReplyMs, isRepeatable: true },
  export: { initialiseMs: limits.proxyReplyMs, replyMs: limits.proxyReplyMs, isRepeatable: true },
  recover: { initialiseMs: limits.proxyReplyMs, replyMs: limits.proxyReplyMs, isRepeatable: false },
  setRecovery: { initialiseMs: limits.proxyReplyMs, replyMs: limits.proxyReplyMs, isRepeatable: false },
  rpc: { initialiseMs: limits.proxyReplyMs, replyMs: limits.proxyReplyMs, isRepeatable: true },
  enrol: { initialiseMs: limits.proxyReplyMs, replyMs: limits.proxyReplyMs, isRepeatable: false },
  verify: { initialiseMs: limits.proxyReplyMs, replyMs: limits.proxyReplyMs, isRepeatable: false },
} as const;

/**
 * Purposes for which a second factor must be verified, by event. Other events need it only to open the wallet
 * (docs/custody.md). If `isForced`, the user is prompted before the first attempt (MFA-21), unless `noteFresh` noted a
 * verification for this purpose.
 */
const factorPrompts: Partial<Record<FrameEvent, Pick<GuardedCall<unknown>, 'purpose' | 'isForced'>>> = {
  'privy:wallets:check-export': { purpose: 'export' },
  'privy:wallets:set-recovery': { purpose: 'set_recovery' },
  'privy:wallets:add-passkey': { purpose: 'set_recovery' },
  'privy:mfa:init-enrollment': { purpose: 'change_factors' },
  'privy:mfa:submit-enrollment': { purpose: 'change_factors' },
  'privy:mfa:unenroll': { purpose: 'change_factors', isForced: true },
  'privy:mfa:backup-codes': { purpose: 'backup_codes' },
};

/** Time on the monotonic clock until which a page's frame may be deriving keys from a recovery password, in ms. */
const workEndMs = new WeakMap<PageContext, number>();

/**
 * Runs an operation. If it has a recovery password, the frame may need long to derive keys from it. Until the
 * operation ends, every operation waits longer, by the time that is left for this work. An operation that waits behind
 * it in the frame and timed out earlier would reload the frame during the work.
 */
async function withPasswordWork<T>(page: PageContext, data: object, run: () => Promise<T>): Promise<T> {
  if (!('recoveryPassword' in data)) return run();
  const endMs = page.environment.clock.monotonicNow() + limits.passwordWorkMs;
  workEndMs.set(page, endMs);
  try {
    return await run();
  } finally {
    if (workEndMs.get(page) === endMs) workEndMs.delete(page);
  }
}

const workLeftMs = (page: PageContext) =>
  Math.max(0, (workEndMs.get(page) ?? 0) - page.environment.clock.monotonicNow());

/**
 * Calls the wallet frame. A frame that does not answer in time is reloaded once. A repeatable request is then sent
 * again. Any other request fails at once, because sending it again could have a second effect, such as a second
 * wallet. A request that needs a step-up (a confirmed login, or a second factor) is sent again after it.
 *
 * @throws ServiceError `wallet_proxy_timeout`, `insecure_context`, `no_api` without a page or when the client is
 *   destroyed, `unknown_embedded_wallet_error` if the host's Content-Security-Policy blocks the frame,
 *   `missing_or_invalid_mfa`, `mfa_timeout`, `mfa_verification_max_attempts_reached`, `user_rejected_request` if the
 *   user cancels the second factor, or the frame's own error
 */
export async function callFrame<E extends FrameEvent>(
  frame: FrameContext,
  name: keyof typeof operations,
  event: E,
  data: FrameRequests[E],
): Promise<FrameReplies[E]> {
  const { initialiseMs, replyMs, isRepeatable } = operations[name];

  async function send(
    added: () => object,
    ifSilent: 'new' | 'none',
  ): Promise<FrameReplies[E] | 'unanswered'> {
    const walletFrame = getFrame(frame);
    let generation: number | null = null;
    try {
      generation = await walletFrame.becomeReady(initialiseMs);
      const sent = { ...data, ...added() };
      return await withPasswordWork(frame.page, data, () =>
        walletFrame.request(name, event, sent, replyMs + workLeftMs(frame.page)),
      );
    } catch (error) {
      if (!isCode(error, 'wallet_proxy_timeout')) throw error;
      if (frame.page.isReleased.get()) fail('no_api'); // the client was destroyed, so its frame must not be mounted again
      walletFrame.replace(generation, ifSilent);
      if (ifSilent === 'none' || !isRepeatable) throw error;
      return 'unanswered';
    }
  }

  async function request(added: () => object): Promise<FrameReplies[E]> {
    const first = await send(added, 'new');
    return first === 'unanswered' ? ((await send(added, 'none')) as FrameReplies[E]) : first;
  }

  const attempt = (factor: ShownFactor | null) =>
    withTokenOfNow(frame.session, data, (renewed) => request(toAdded(renewed, factor)));

  // If a factor is refused, the screen on which the user entered it shows the error.
  if (name === 'verify') return attempt(null);
  const complete = { 'confirm-login': (refusal: ServiceError) => confirmRelease(frame.session, refusal) };
  return callWithStepUps(frame.session, { ...factorPrompts[event], attempt, complete });
}

/**
 * Replaces the token of a message that has one with the current token, because the earlier one may have expired while
 * the user was busy. If the service refuses it, the message is sent once more with a newer token.
 */
function withTokenOfNow<T>(
  session: SessionContext,
  data: object,
  send: (renewed: object) => Promise<T>,
): Promise<T> {
  if (!('accessToken' in data)) return send({});
  return withToken(session, (accessToken) => send(accessToken ? { accessToken } : {}));
}

/**
 * Returns the additions to each message: a renewed token, and only in the first message the second factor, because a
 * code is valid once and the service stores the verification.
 */
function toAdded(renewed: object, factor: ShownFactor | null): () => object {
  let left = factor;
  return () => {
    const added = { ...renewed, ...left };
    left = null;
    return added;
  };
}
