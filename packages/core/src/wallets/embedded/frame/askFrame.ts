import { type FrameEvent, type FrameReplies, type FrameRequests, fail, isCode, limits } from '@latchkey/wire';
import { tryWithDetour } from '../../../detours/index.ts';
import type { Internals } from '../../../internals.ts';
import { confirmRelease } from './confirmRelease.ts';
import { getFrame } from './mountFrame.ts';

/** How long an operation waits, and whether asking twice does no more than asking once (CONST-05). */
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
} as const;

/**
 * Asks the wallet frame. A frame that does not answer in time is taken away and loaded again once; what changes nothing
 * is then asked again, anything else fails at once, so that a wallet is never created twice by our own impatience. What was
 * refused for want of a recent login is asked again too, once it is confirmed: nothing was done.
 *
 * @throws ServiceError `wallet_proxy_timeout`, `insecure_context`, `no_api` without a page or when the client is destroyed,
 * `unknown_embedded_wallet_error` where the host's Content-Security-Policy blocks it, or the frame's own error
 */
export async function askFrame<E extends FrameEvent>(
  internals: Internals,
  name: keyof typeof operations,
  event: E,
  data: FrameRequests[E],
): Promise<FrameReplies[E]> {
  async function attempt(ifSilent: 'new' | 'none'): Promise<FrameReplies[E] | 'unanswered'> {
    const frame = getFrame(internals);
    let generation: number | null = null;
    try {
      generation = await frame.becomeReady(initialiseMs);
      return await frame.request(name, event, data, replyMs);
    } catch (error) {
      if (!isCode(error, 'wallet_proxy_timeout')) throw error;
      if (internals.isReleased) fail('no_api'); // the client was destroyed: its frame must not come back
      frame.replace(generation, ifSilent);
      if (ifSilent === 'none' || !isRepeatable) throw error;
      return 'unanswered';
    }
  }

  async function ask(): Promise<FrameReplies[E]> {
    const first = await attempt('new');
    return first === 'unanswered' ? ((await attempt('none')) as FrameReplies[E]) : first;
  }

  const { initialiseMs, replyMs, isRepeatable } = operations[name];
  return tryWithDetour(
    ask,
    async (kind, refusal) => kind === 'confirm-login' && confirmRelease(internals, refusal),
  );
}
