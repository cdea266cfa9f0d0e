import type { ErrorCode } from './errors.ts';

/**
 * What crosses the border between a host page and the wallet frame (docs/wire/protocol.md §4): names and shapes as
 * types. The guards that check them at run time stand in `@latchkey/frame/protocol`, which both ends use.
 */

export const frameErrorTypes = [
  'error',
  'invalid_request_arguments',
  'wallet_not_on_device',
  'invalid_recovery_pin',
  'insufficient_funds',
  'missing_or_invalid_mfa',
  'mfa_verification_max_attempts_reached',
  'mfa_timeout',
  'twilio_verification_failed',
] as const;
export type FrameErrorType = (typeof frameErrorTypes)[number];

export type ChainType = 'ethereum' | 'solana';
export type EntropyVerifier = 'ethereum-address-verifier' | 'solana-address-verifier';

interface WithToken {
  accessToken: string;
}
interface EntropyRef extends WithToken {
  entropyId: string;
  entropyIdVerifier: EntropyVerifier;
}
export interface RpcRequest {
  method: string;
  params: readonly unknown[] | Record<string, unknown>;
}

/** Requests by event: `data` of the message. */
export interface FrameRequests {
  'privy:iframe:ready': Record<string, never>;
  'privy:wallet:create': WithToken & {
    recoveryMethod?: string;
    recoveryPassword?: string;
    recoveryAccessToken?: string;
    solanaAddress?: string;
  };
  'privy:wallet:connect': WithToken & { address: string };
  'privy:wallet:recover': WithToken & { address: string; recoveryMethod?: string };
  'privy:wallet:rpc': WithToken & {
    address: string;
    hdWalletIndex?: number;
    requesterAppId?: string;
    request: RpcRequest;
  };
  'privy:solana-wallet:create': WithToken & { ethereumAddress?: string };
  'privy:wallets:create': WithToken & {
    chainType: ChainType;
    recoveryMethod?: string;
    solanaAddress?: string;
  };
  'privy:wallets:connect': EntropyRef;
  'privy:wallets:recover': EntropyRef;
  'privy:wallets:rpc': EntropyRef & {
    chainType: ChainType;
    hdWalletIndex: number;
    requesterAppId?: string;
    request: RpcRequest;
  };
  /** Our own: whether a key may be taken out, asked before the page that shows it (docs/custody.md, export page). */
  'privy:wallets:check-export': EntropyRef & { address: string };
  'privy:mfa:clear': { userId?: string };
  'privy:mfa:verify': WithToken;
}

/** Replies by event. */
export interface FrameReplies {
  /** `lastingStorage` is false where the browser refuses storage to the frame; older clients ignore it. */
  'privy:iframe:ready': { lastingStorage?: boolean };
  'privy:wallet:create': { address: string };
  'privy:wallet:connect': { address: string };
  'privy:wallet:recover': { address: string };
  'privy:wallet:rpc': { address: string; response: { method: string; data: string } };
  'privy:solana-wallet:create': { publicKey: string };
  'privy:wallets:create': { address: string };
  'privy:wallets:connect': { entropyId: string };
  'privy:wallets:recover': { entropyId: string };
  /** `data` is a 0x-hex text for Ethereum; for Solana's `signMessage` the signature in base64. */
  'privy:wallets:rpc': {
    address: string;
    chainType: ChainType;
    response: { method: string; data: string | { signature: string } };
  };
  'privy:wallets:check-export': Record<string, never>;
  'privy:mfa:clear': Record<string, never>;
  'privy:mfa:verify': Record<string, never>;
}

export type FrameEvent = keyof FrameRequests;

/** A message to the frame. */
export interface FrameRequest<E extends FrameEvent = FrameEvent> {
  id: string;
  event: E;
  data: FrameRequests[E];
}

/**
 * A message from the frame: the request's id and event, and either data or an error. `code` is our own addition, which
 * published clients ignore: the code of the service, where it was the service that refused.
 */
export type FrameReply<E extends FrameEvent = FrameEvent> =
  | { id: string; event: E; data: FrameReplies[E] }
  | { id: string; event: string; error: { type: FrameErrorType; message: string; code?: ErrorCode } };
