import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { FactorPromptHandler, MfaListener } from '../step-up/index.ts';
import { completeLogin } from './completeLogin.ts';

/**
 * Registers a listener, so the host can prompt for second factors on its own screens. An operation that needs a
 * factor waits. The listener is called once for all waiting operations, with the accepted methods. Start one of these
 * methods with `initMfa`, and pass the user's proof to `submitMfa`. An operation is tried at most four times (usually
 * first without a factor), and waits at most five minutes for each factor. `cancelMfa` ends the wait. A login that
 * requires a factor (`mfa_at_login`) waits likewise, and fails without one. With a `LatchkeyProvider` the modal prompts
 * instead, unless `config.mfa.noPromptOnMfaRequired` or `config.headless` is set.
 *
 * @returns a function that removes the listener
 * @example
 * const stop = registerMfaListener(client, (methods) => showCodeField(methods));
 */
export function registerMfaListener(client: LatchkeyClient, listener: MfaListener): () => void {
  const { frame, session } = contextsOf(client);
  const { listeners } = session.factors;
  // A new function each time, so a listener that was registered twice is removed twice.
  const ours: MfaListener = (methods) => listener(methods);
  listeners.add(ours);
  completeLogin(frame);
  return () => void listeners.delete(ours);
}

/**
 * Sets the function that prompts the user for a second factor when an operation needs one. The operation waits, and is
 * then tried or tried again. `LatchkeyProvider` sets one that opens the modal. The function is not called if
 * `config.mfa.noPromptOnMfaRequired` or `config.headless` is set.
 *
 * @param promptHandler null removes it
 */
export function setFactorPromptHandler(
  client: LatchkeyClient,
  promptHandler: FactorPromptHandler | null,
): void {
  const { frame, session } = contextsOf(client);
  session.factors.promptHandler.set(promptHandler);
  completeLogin(frame);
}
