import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { FactorPromptHandler, MfaListener } from '../step-up/index.ts';
import { completeLogin } from './completeLogin.ts';

/**
 * Has the host ask for second factors on screens of its own. Where an operation needs one, it waits; the listener is told
 * once which factors would do, for all operations that wait. Then `initMfa` begins with one of them, and `submitMfa` hands
 * over what the person gave, until it is right: an operation is tried four times, and each time waits for five minutes at
 * most. `cancelMfa` ends the waiting. A login that wants one (`mfa_at_login`) waits likewise, and ends where none comes. Where there is a `LatchkeyProvider`, its modal asks, unless
 * `config.mfa.noPromptOnMfaRequired` is set.
 *
 * @returns the function that takes the listener away again
 * @example
 * const stop = registerMfaListener(client, (methods) => showCodeField(methods));
 */
export function registerMfaListener(client: LatchkeyClient, listener: MfaListener): () => void {
  const { frame, session } = contextsOf(client);
  const { listeners } = session.factors;
  // One of its own, so that a function that was registered twice is taken away twice.
  const ours: MfaListener = (methods) => listener(methods);
  listeners.add(ours);
  completeLogin(frame);
  return () => void listeners.delete(ours);
}

/**
 * Says who asks the person for a second factor where an operation was refused for want of one. The operation waits, and is
 * tried again. `LatchkeyProvider` sets one that opens the modal. With `config.mfa.noPromptOnMfaRequired` it is not asked.
 *
 * @param promptHandler null takes it away
 */
export function setFactorPromptHandler(
  client: LatchkeyClient,
  promptHandler: FactorPromptHandler | null,
): void {
  const { frame, session } = contextsOf(client);
  session.factors.promptHandler.set(promptHandler);
  completeLogin(frame);
}
