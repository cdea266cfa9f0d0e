import {
  generateSiwsMessage,
  linkWithSiws,
  loginWithSiws,
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

/** The account that signs. */
export interface SiwsInput {
  /** Solana address in base 58. */
  address: string;
}

const operations = { write: generateSiwsMessage, logIn: loginWithSiws, link: linkWithSiws };

export interface UseLoginWithSiws {
  readonly state: MessageState;
  /** Returns the message for the wallet to sign. It is valid for five minutes and one login. */
  generateSiwsMessage(input: SiwsInput): Promise<string>;
  /** Logs in with the message and its signature in base64. Fails as `useLoginWithSiwe` does. */
  loginWithSiws(input: MessageLogin): Promise<{ user: User; isNewUser: boolean }>;
}

/**
 * Logs in with Solana, with your own screens and your own connection to the wallet, instead of the modal.
 *
 * @example
 * ```tsx
 * const { generateSiwsMessage, loginWithSiws } = useLoginWithSiws();
 * const message = await generateSiwsMessage({ address });
 * await loginWithSiws({ message, signature: toBase64(await wallet.signMessage(new TextEncoder().encode(message))) });
 * ```
 */
export function useLoginWithSiws(options: UseMessageLoginOptions = {}): UseLoginWithSiws {
  const { state, generate, submit } = useMessageLogin(operations, options);
  return { state, generateSiwsMessage: generate, loginWithSiws: submit };
}

export interface UseLinkWithSiws {
  readonly state: MessageState;
  /** Returns the message for the wallet to sign. It is valid for five minutes and links one wallet. */
  generateSiwsMessage(input: SiwsInput): Promise<string>;
  /** Links the wallet to the signed-in user. Fails as `useLinkWithSiwe` does. */
  linkWithSiws(input: SignedMessage): Promise<{ user: User }>;
}

/** Links a Solana wallet with a message that it signs, with your own screens. */
export function useLinkWithSiws(options: UseMessageLinkOptions = {}): UseLinkWithSiws {
  const { state, generate, submit } = useMessageLink(operations, options);
  return { state, generateSiwsMessage: generate, linkWithSiws: submit };
}
