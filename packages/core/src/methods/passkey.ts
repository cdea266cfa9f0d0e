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

/** Where a login or sign-up by passkey stands. */
export interface PasskeyState {
  readonly status:
    | 'initial'
    | 'generating-challenge'
    | 'awaiting-passkey'
    | 'submitting-response'
    | 'done'
    | 'error';
  /** Why `status` is `error`; else null. */
  readonly error: ServiceError | null;
}

/** Before anything was begun. */
export const initialPasskey: PasskeyState = { status: 'initial', error: null };

/** A login or sign-up by passkey, without any interface but the browser's own. */
export interface PasskeyLogin {
  getState(): PasskeyState;
  subscribe(listener: () => void): () => void;
  /**
   * Logs in with a passkey that the person chooses in the browser's dialog. Call it while their press is being handled.
   * @throws ServiceError `passkey_not_allowed` who dismissed it or has none, `passkey_not_supported`,
   *   `invalid_credentials` for a passkey that is not known (any more), and the codes of the route
   */
  login(): Promise<LoginResult>;
  /**
   * Makes a passkey and a user who has it, where the app lets people sign up so.
   * @throws ServiceError `passkey_not_allowed`, `passkey_not_supported`, and the codes of the route
   */
  signUp(): Promise<LoginResult>;
  /** Back to `initial`: the browser's dialog closes. */
  reset(): void;
}

/**
 * Makes a login by passkey.
 *
 * @example
 * const passkey = createPasskeyLogin(client);
 * button.onclick = () => passkey.login();
 */
export function createPasskeyLogin(client: LatchkeyClient): PasskeyLogin {
  const state = createStore<PasskeyState>(initialPasskey);
  /** Changes with every act and reset: what was begun before must not move the state after it. */
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
    /** A person who walked away is asked for nothing more, and not logged in behind their back. */
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
 * Takes a passkey from the user. What their device shows in its own list stays there until they delete it.
 *
 * @returns the user without it
 * @throws ServiceError `must_be_authenticated`, `not_found`, `cannot_unlink_sole_account` for the last way in,
 *   `missing_or_invalid_mfa` for a second factor, `recent_login_required`
 */
export async function unlinkPasskey(client: LatchkeyClient, credentialId: string): Promise<User> {
  return changeAccounts(client, passkeyRoutes.unlink, { credential_id: credentialId });
}
