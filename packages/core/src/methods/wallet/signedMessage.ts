import type { ChainType } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { checkNotEmbedded } from './checkNotEmbedded.ts';
import type { SignedIn } from './signIn.ts';

/** Message that a wallet signed, for hosts that call the wallet themselves. */
export interface SignedMessage {
  /** From `generateSiweMessage` or `generateSiwsMessage`. */
  readonly message: string;
  /** `0x` and hex digits on Ethereum, base64 on Solana. */
  readonly signature: string;
  /** Chain of the message, as CAIP-2. @default the chain in the message */
  readonly chainId?: string | null;
  readonly walletClientType?: string | null;
  readonly connectorType?: string | null;
}

export interface MessageLogin extends SignedMessage {
  /** True to admit only existing users. @default false */
  readonly disableSignup?: boolean;
}

/**
 * Converts a signed message to the form that the service accepts. @throws ServiceError `not_supported` if an embedded
 * wallet signed it
 */
export function toSignedIn(
  client: LatchkeyClient,
  chainType: ChainType,
  { message, signature, chainId, walletClientType, connectorType }: SignedMessage,
): SignedIn {
  checkNotEmbedded(client, { address: findAddress(message), walletClientType, connectorType });
  return {
    chainType,
    message,
    signature,
    chainId: chainId ?? findChain(message),
    walletClientType: walletClientType ?? null,
    connectorType: connectorType ?? null,
  };
}

/** Returns the address, which is alone on the second line of a sign-in message. */
const findAddress = (message: string): string | undefined => message.split('\n', 2)[1];

function findChain(message: string): string | null {
  const [, id] = /^Chain ID: (\d{1,16})$/m.exec(message) ?? [];
  return id ? `eip155:${id}` : null;
}
