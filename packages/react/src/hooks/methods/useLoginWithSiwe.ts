import {
  generateSiweMessage,
  linkWithSiwe,
  loginWithSiwe,
  type MessageLogin,
  type SignedMessage,
} from '@latchkey/core';
import type { User } from '@latchkey/wire';
import {
  type MessageState,
  type UseMessageLinkOptions,
  type UseMessageLoginOptions,
  useMessageLink,
  useMessageLogin,
} from './useSignedMessage.ts';

export interface SiweInput {
  /** Ethereum address: `0x` and 40 hex digits. */
  address: string;
  /** CAIP-2 chain id, such as `eip155:1`. */
  chainId: string;
}

const operations = { write: generateSiweMessage, logIn: loginWithSiwe, link: linkWithSiwe };

export interface UseLoginWithSiwe {
  readonly state: MessageState;
  /** Returns the message (EIP-4361) for the wallet to sign. It is valid for five minutes and one login. */
  generateSiweMessage(input: SiweInput): Promise<string>;
  /**
   * Logs in with the message and its signature, and creates an embedded wallet if the app creates one at login.
   *
   * Fails with `invalid_credentials` if the account did not make the signature, `disallowed_login_method`,
   * `allowlist_rejected`, `user_does_not_exist` with `disableSignup`, and with the codes of a login.
   */
  loginWithSiwe(input: MessageLogin): Promise<{ user: User; isNewUser: boolean }>;
}

/**
 * Logs in with Ethereum, with your own screens and your own connection to the wallet, instead of the modal.
 *
 * @example
 * ```tsx
 * const { generateSiweMessage, loginWithSiwe } = useLoginWithSiwe();
 * const message = await generateSiweMessage({ address, chainId: 'eip155:1' });
 * await loginWithSiwe({ message, signature: await signMessageAsync({ message }) });
 * ```
 */
export function useLoginWithSiwe(options: UseMessageLoginOptions = {}): UseLoginWithSiwe {
  const { state, generate, submit } = useMessageLogin(operations, options);
  return { state, generateSiweMessage: generate, loginWithSiwe: submit };
}

export interface UseLinkWithSiwe {
  readonly state: MessageState;
  /** Returns the message (EIP-4361) for the wallet to sign. It is valid for five minutes and links one wallet. */
  generateSiweMessage(input: SiweInput): Promise<string>;
  /**
   * Links the wallet to the signed-in user.
   *
   * Fails with `must_be_authenticated`, `cannot_link_more_of_type`, `linked_to_another_user`,
   * `failed_to_link_account`.
   */
  linkWithSiwe(input: SignedMessage): Promise<{ user: User }>;
}

/** Links an Ethereum wallet with a message that it signs, with your own screens. */
export function useLinkWithSiwe(options: UseMessageLinkOptions = {}): UseLinkWithSiwe {
  const { state, generate, submit } = useMessageLink(operations, options);
  return { state, generateSiweMessage: generate, linkWithSiwe: submit };
}
