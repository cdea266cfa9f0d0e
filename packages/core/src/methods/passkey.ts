import {
  type ConfirmationAct,
  fail,
  isCode,
  type PasskeyCreationReply,
  type PasskeyRequestReply,
  passkeyRoutes,
  ServiceError,
  type User,
} from '@latchkey/wire';
import type { LatchkeyClient } from '../client.ts';
import type { LoginResult } from '../session/index.ts';
import { createStore } from '../store.ts';
import { type AccountChange, changeAccounts } from './changes/changeAccounts.ts';
import type { Confirmation } from './changes/confirm.ts';
import type { PasskeyOffer } from './passkey/autofill.ts';

const ceremonies = () => import('./passkey/ceremonies.ts').catch(toNetworkError);
const linking = () => import('./linkPasskey.ts').catch(toNetworkError);
const browser = () => import('./passkey/browser.ts').catch(toNetworkError);

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
    /** Whoever walked away is asked for nothing more, and not logged in behind their back. */
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
        async (steps) => (await ceremonies()).loginWithPasskey(client, steps),
      ),
    signUp: () =>
      run(
        async () => (await ceremonies()).initSignupWithPasskey(client),
        async (steps) => (await ceremonies()).signupWithPasskey(client, steps),
      ),
    reset() {
      flow = {};
      state.set(initialPasskey);
      void browser().then(
        ({ abortPasskey }) => abortPasskey(client),
        () => undefined,
      );
    },
  };
}

/**
 * Asks the service for a challenge to log in with, ahead of {@link PasskeyLogin.login}, for hosts that talk to the browser
 * themselves.
 *
 * @throws ServiceError `no_auth_flow` while somebody is logged in, `disallowed_login_method`, and the codes of the captcha
 */
export const initLoginWithPasskey = async (client: LatchkeyClient): Promise<PasskeyRequestReply> =>
  (await ceremonies()).initLoginWithPasskey(client);

/**
 * Asks the service for what another passkey of the user's is made of: {@link linkWithPasskey} takes it, so that the press
 * that opens the browser's dialog has nothing to wait for.
 *
 * @throws ServiceError `must_be_authenticated`, `cannot_link_more_of_type` beyond five, `recent_login_required`,
 *   `disallowed_login_method`
 */
export const initLinkWithPasskey = async (client: LatchkeyClient): Promise<PasskeyCreationReply> =>
  (await linking()).initLinkWithPasskey(client);

/**
 * Makes a passkey and links it to the user who is signed in. Call it while their press is being handled.
 *
 * @param begun what `initLinkWithPasskey` gave; without it the service is asked now
 * @throws ServiceError the codes of `initLinkWithPasskey`, `passkey_not_allowed`, `passkey_already_added` for a device
 *   that holds one of theirs, `passkey_not_supported`, `failed_to_link_account`
 * @example
 * button.onclick = async () => {
 *   const { account } = await linkWithPasskey(client);
 * };
 */
export const linkWithPasskey = async (
  client: LatchkeyClient,
  begun?: PasskeyCreationReply,
): Promise<AccountChange> => (await linking()).linkWithPasskey(client, { begun });

/**
 * Has the user who is signed in prove by a passkey who they are, so that an act that was refused with
 * `recent_login_required` can be tried again. The session stays the same. Call it while their press is being handled.
 *
 * @param act what the proof is for, by `toConfirmationAct` of the refusal
 * @throws ServiceError `must_be_authenticated`, `passkey_not_allowed`, `passkey_not_supported`, `invalid_credentials` for
 *   a passkey that is not theirs, and the codes of the route
 */
export const confirmWithPasskey = async (
  client: LatchkeyClient,
  act?: ConfirmationAct,
): Promise<Confirmation> => (await ceremonies()).confirmWithPasskey(client, act);

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

/**
 * Offers the person's passkeys among what the browser fills into a field with `autocomplete="… webauthn"`, where it can.
 *
 * @returns ends the offer
 */
export function offerPasskeys(client: LatchkeyClient, offer: PasskeyOffer): () => void {
  let isOver = false;
  let end = () => {};
  void import('./passkey/autofill.ts').then(
    (room) => {
      if (!isOver) end = room.offerPasskeys(client, offer);
    },
    () => undefined,
  );
  return () => {
    isOver = true;
    end();
  };
}

function toNetworkError(cause: unknown): never {
  throw new ServiceError('network_error', { cause });
}
