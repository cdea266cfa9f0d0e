import type { ChainType } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { checkNotEmbedded } from './checkNotEmbedded.ts';
import type { SignedIn } from './signIn.ts';

/** A message that a wallet signed, for hosts that ask the wallet themselves. */
export interface SignedMessage {
  /** Of `generateSiweMessage` or `generateSiwsMessage`. */
  readonly message: string;
  /** `0x` and hex digits on Ethereum, base64 on Solana. */
  readonly signature: string;
  /** Of the message, as CAIP-2. @default the one that the message says */
  readonly chainId?: string | null;
  readonly walletClientType?: string | null;
  readonly connectorType?: string | null;
}

/** A login by such a message. */
export interface MessageLogin extends SignedMessage {
  /** Refuses people without an account. @default false */
  readonly disableSignup?: boolean;
}

/** Reads a signed message as the service takes it. @throws ServiceError `not_supported` for an embedded wallet's */
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

/** The second line of such a message is the address alone. */
const findAddress = (message: string): string | undefined => message.split('\n', 2)[1];

function findChain(message: string): string | null {
  const [, id] = /^Chain ID: (\d{1,16})$/m.exec(message) ?? [];
  return id ? `eip155:${id}` : null;
}
