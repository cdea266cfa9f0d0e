import { fail, isCode, passkeyRoutes, ServiceError, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { LoginResult } from '../session/index.ts';
import { createStore } from '../store.ts';
import { changeAccounts } from './changes/changeAccounts.ts';
import { abortPasskey } from './passkey/browser.ts';
import {
  initLoginWithPasskey,
  initSignupWithPasskey,
  loginWithPasskey,
  signupWithPasskey,
} from './passkey/ceremonies.ts';

export interface PasskeyState {
  readonly status:
    | 'initial'
    | 'generating-challenge'
    | 'awaiting-passkey'
    | 'submitting-response'
    | 'done'
    | 'error';
  /** Error if `status` is `error`; else null. */
  readonly error: ServiceError | null;
}

export const initialPasskey: PasskeyState = { status: 'initial', error: null };

/** Login or sign-up by passkey, without any interface except the browser's own. */
export interface PasskeyLogin {
  getState(): PasskeyState;
  subscribe(listener: () => void): () => void;
  /**
   * Logs in with a passkey that the user chooses in the browser's dialog. Call it in a click handler.
   * @throws ServiceError `no_auth_flow` while a user who is not a guest is signed in, `passkey_not_allowed` if the user
   *   dismissed the dialog or has no passkey, `passkey_not_supported`, `invalid_credentials` for a passkey that the
   *   service does not know, and the codes of the route
   */
  login(): Promise<LoginResult>;
  /**
   * Creates a passkey and its user, if the app allows sign-ups with passkeys.
   * @throws ServiceError `no_auth_flow`, `passkey_not_allowed`, `passkey_not_supported`, and the codes of the route
   */
  signUp(): Promise<LoginResult>;
  /** Returns to `initial`, and closes the browser's dialog. */
  reset(): void;
}

/**
 * Creates a login by passkey.
 *
 * @example
 * const passkey = createPasskeyLogin(client);
 * button.onclick = () => passkey.login();
 */
export function createPasskeyLogin(client: LatchkeyClient): PasskeyLogin {
  const state = createStore<PasskeyState>(initialPasskey);
  /** Replaced at every call and reset, so an earlier run cannot change the state. */
  let flow = {};

  async function run<Begun>(
    begin: () => Promise<Begun>,
    finish: (steps: { begun: Begun; onResponse(): void }) => Promise<LoginResult>,
  ): Promise<LoginResult> {
    const ours = {};
    flow = ours;
    const move = (status: PasskeyState['status'], error: ServiceError | null = null) => {
      if (ours === flow) state.set({ status, error });
    };
    /** Stops a run that a reset or a later call ended, before it prompts the user or logs them in. */
    const stayOrStop = () => {
      if (ours !== flow) fail('passkey_not_allowed');
    };
    move('generating-challenge');
    try {
      const begun = await begin();
      stayOrStop();
      move('awaiting-passkey');
      const onResponse = () => {
        stayOrStop();
        move('submitting-response');
      };
      const result = await finish({ begun, onResponse });
      move('done');
      return result;
    } catch (cause) {
      const error = isCode(cause) ? cause : new ServiceError('unknown_auth_error', { cause });
      move('error', error);
      throw error;
    }
  }

  return {
    getState: state.get,
    subscribe: state.subscribe,
    login: () =>
      run(
        () => initLoginWithPasskey(client),
        (steps) => loginWithPasskey(client, steps),
      ),
    signUp: () =>
      run(
        () => initSignupWithPasskey(client),
        (steps) => signupWithPasskey(client, steps),
      ),
    reset() {
      flow = {};
      state.set(initialPasskey);
      abortPasskey(client);
    },
  };
}

/**
 * Unlinks a passkey from the user. It stays in the device's own list until the user deletes it there.
 *
 * @returns the user without the passkey
 * @throws ServiceError `must_be_authenticated`, `not_found`, `cannot_unlink_sole_account` for the only way to log in,
 *   `missing_or_invalid_mfa` as {@link signMessage} and for a passkey that is a second factor, `recent_login_required`
 */
export async function unlinkPasskey(client: LatchkeyClient, credentialId: string): Promise<User> {
  return changeAccounts(client, passkeyRoutes.unlink, { credential_id: credentialId });
}
