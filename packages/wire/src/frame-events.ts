import type { ErrorCode } from './errors.ts';
import type { FarcasterSignerInitReply } from './methods/farcaster.ts';
import type { FactorPurpose } from './mfa/index.ts';
import type { PasskeyAssertion } from './passkeyCeremony.ts';
import type { RecoveryMethod } from './recoveryMethods.ts';
import type { MfaMethod } from './user.ts';

/**
 * Messages between a host page and the wallet frame (docs/wire/protocol.md §4): names and shapes as types.
 * `@latchkey/frame/protocol` has the guards that check them at run time, which both ends use.
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

/** Method of a verification: a second factor, or a backup code in its place, which only our own clients send. */
export type FactorProofMethod = MfaMethod | 'backup_code';

/** Fields that contain a second factor, in any request for which one is needed (docs/wire/protocol.md §4.2). */
interface FactorProof {
  mfaMethod?: FactorProofMethod;
  /** Code, or the assertion of a passkey. */
  mfaCode?: string | PasskeyAssertion;
  /** Host page on which the passkey was used. */
  relyingParty?: string;
}

interface WithToken extends FactorProof {
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

/** Secret that recovers a wallet, for the methods that need one. */
interface RecoverySecret {
  recoveryPassword?: string;
  /** The password, under the name that older clients give it when they recover a wallet. */
  recoveryPin?: string;
  recoveryAccessToken?: string;
}
/** Recovery method that the client chooses, with its secret. */
interface RecoveryChoice extends RecoverySecret {
  recoveryMethod?: string;
}
interface Rpc {
  requesterAppId?: string;
  request: RpcRequest;
}

/** Requests by event: `data` of the message. */
export interface FrameRequests {
  'privy:iframe:ready': Record<string, never>;
  'privy:wallet:create': WithToken & RecoveryChoice & { solanaAddress?: string };
  'privy:wallet:create-additional': WithToken & { primaryWalletAddress: string; hdWalletIndex: number };
  'privy:wallet:import': WithToken & { privateKey: string };
  'privy:wallet:connect': WithToken & { address: string };
  'privy:wallet:recover': WithToken & RecoveryChoice & { address: string };
  'privy:wallet:set-recovery': WithToken & RecoveryChoice & { address: string; recoveryMethod: string };
  /** Sent by the oldest clients (docs/wire/protocol.md §4.4). */
  'privy:wallet:set-recovery-password': WithToken & { address: string; recoveryPassword: string };
  'privy:wallet:rpc': WithToken & Rpc & { address: string; hdWalletIndex?: number };
  'privy:solana-wallet:create': WithToken & RecoveryChoice & { ethereumAddress?: string };
  'privy:solana-wallet:create-additional': WithToken & { primaryPublicKey: string; hdWalletIndex: number };
  'privy:solana-wallet:connect': WithToken & { publicKey: string };
  'privy:solana-wallet:recover': WithToken & { publicKey: string };
  'privy:solana-wallet:rpc': WithToken & Rpc & { publicKey: string; hdWalletIndex?: number };
  /** Names the other chain's wallet at index 0 by its address, if the user has one. */
  'privy:wallets:create': WithToken &
    RecoveryChoice & { chainType: ChainType; ethereumAddress?: string; solanaAddress?: string };
  'privy:wallets:add': EntropyRef & { chainType: ChainType; hdWalletIndex: number };
  /** Takes either a private key or, from our own client, a recovery phrase. */
  'privy:wallets:import': WithToken & { chainType: ChainType; privateKey?: string; recoveryPhrase?: string };
  'privy:wallets:connect': EntropyRef;
  'privy:wallets:recover': EntropyRef & RecoverySecret;
  /** Changes the recovery. `existingRecoveryMethod` is ignored, because the service knows the method in force. */
  'privy:wallets:set-recovery': EntropyRef &
    RecoverySecret & { recoveryMethod: string; existingRecoveryMethod?: string };
  /**
   * `chainId` is our own field: the chain that the request is for. The signed content must not name another one
   * (S16).
   */
  'privy:wallets:rpc': EntropyRef & Rpc & { chainType: ChainType; hdWalletIndex: number; chainId?: number };
  /**
   * Our own events: use the passkey that a popup on the service's origin has just sent to the vault
   * (docs/custody.md).
   */
  'privy:wallets:add-passkey': EntropyRef;
  'privy:wallets:recover-by-passkey': EntropyRef;
  /**
   * Our own event: checks if an export is allowed, before the page that shows the key opens (docs/custody.md, export
   * page).
   */
  'privy:wallets:check-export': EntropyRef & { address: string };
  /** The token is our own field: with it, the service forgets what this browser verified in the session, too. */
  'privy:mfa:clear': { userId?: string; accessToken?: string };
  /**
   * `purpose` is our own field: the operation that the verification permits besides opening the wallet, or `unlock`
   * for none.
   */
  'privy:mfa:verify': WithToken & { purpose?: FactorPurpose | 'unlock' };
  'privy:mfa:init-enrollment': WithToken & {
    method: MfaMethod;
    phoneNumber?: string;
    /** Captcha token for a number, if the service requires one (`invalid_captcha`). Our own field. */
    captchaToken?: string;
    /**
     * Id of a request for a code by SMS. It stays the same if the request is sent again after a lost answer. Our own
     * field.
     */
    requestId?: string;
  };
  /**
   * Takes a phone number and its code, a code of an authenticator app, or ids of passkeys (FRAME-07). An empty list
   * of ids removes passkeys as a factor.
   */
  'privy:mfa:submit-enrollment': WithToken & {
    method: MfaMethod;
    phoneNumber?: string;
    code?: string;
    credentialIds?: readonly string[];
  };
  'privy:mfa:unenroll': WithToken & { method: Exclude<MfaMethod, 'passkey'> };
  /** Our own event: creates backup codes that replace earlier ones, right after an enrolment or a verification. */
  'privy:mfa:backup-codes': WithToken;
  /**
   * Our own event: proves that the wallet belongs to the user, who lost every factor. Without a password, the proof
   * uses the passkey from a popup.
   */
  'privy:mfa:prove-recovery': EntropyRef & { recoveryPassword?: string };
  /** Our own event: cancels a requested removal of all factors. */
  'privy:mfa:cancel-removal': WithToken;
  /** Requests a Farcaster signer, whose key the frame derives from the wallet's entropy (docs/custody.md). */
  'privy:farcaster:init-signer': WithToken & { address: string; hdWalletIndex?: number | null };
  /** `data` is our own field: the message that the hash belongs to, in base64url. The approval page shows it. */
  'privy:farcaster:sign': WithToken & {
    address: string;
    hdWalletIndex?: number | null;
    payload: { hash: string; data?: string };
    /** Published clients send a bigint. */
    fid: bigint | number;
  };
}

/** Signature, or the signed transaction of `eth_signTransaction`: on Ethereum 0x and hex digits, on Solana base64. */
export interface RpcResponse {
  method: string;
  data: string | { signature: string };
}

/** Replies by event. */
export interface FrameReplies {
  /** `lastingStorage` is false if the browser refuses storage to the frame. Older clients ignore it. */
  'privy:iframe:ready': { lastingStorage?: boolean };
  'privy:wallet:create': { address: string };
  'privy:wallet:create-additional': { address: string };
  'privy:wallet:import': { address: string };
  'privy:wallet:connect': { address: string };
  'privy:wallet:recover': { address: string };
  'privy:wallet:set-recovery': { address: string };
  'privy:wallet:set-recovery-password': { address: string };
  'privy:wallet:rpc': { address: string; response: RpcResponse };
  'privy:solana-wallet:create': { publicKey: string };
  'privy:solana-wallet:create-additional': { publicKey: string };
  'privy:solana-wallet:connect': { publicKey: string };
  'privy:solana-wallet:recover': { publicKey: string };
  'privy:solana-wallet:rpc': { publicKey: string; response: RpcResponse };
  'privy:wallets:create': { address: string };
  'privy:wallets:add': { address: string };
  'privy:wallets:import': { address: string };
  'privy:wallets:connect': { entropyId: string };
  'privy:wallets:recover': { entropyId: string };
  'privy:wallets:set-recovery': {
    entropyId: string;
    entropyIdVerifier: EntropyVerifier;
    recoveryMethod: RecoveryMethod;
  };
  'privy:wallets:rpc': { address: string; chainType: ChainType; response: RpcResponse };
  'privy:wallets:add-passkey': Record<string, never>;
  'privy:wallets:recover-by-passkey': { entropyId: string };
  'privy:wallets:check-export': Record<string, never>;
  'privy:mfa:clear': Record<string, never>;
  'privy:mfa:verify': Record<string, never>;
  /** Secret of an authenticator app, and the URL that a QR code shows. */
  'privy:mfa:init-enrollment': { method: MfaMethod; secret?: string; authUrl?: string };
  'privy:mfa:submit-enrollment': Record<string, never>;
  'privy:mfa:unenroll': Record<string, never>;
  'privy:mfa:backup-codes': { codes: string[] };
  'privy:mfa:prove-recovery': Record<string, never>;
  'privy:mfa:cancel-removal': Record<string, never>;
  'privy:farcaster:init-signer': FarcasterSignerInitReply;
  /** 64 bytes in base64url. */
  'privy:farcaster:sign': { signature: string };
}

export type FrameEvent = keyof FrameRequests;

/** A message to the frame. */
export interface FrameRequest<E extends FrameEvent = FrameEvent> {
  id: string;
  event: E;
  data: FrameRequests[E];
}

/**
 * Error that a frame answers. All fields but `type` and `message` are our own additions, which published clients
 * ignore.
 */
export interface FrameError {
  type: FrameErrorType;
  message: string;
  /** Error code, from the service or the frame. */
  code?: ErrorCode;
  /**
   * Thumbprint (RFC 7638) of the frame's proof key, if the service requires a confirmation that names it. It grants
   * nothing.
   */
  key?: string;
  /**
   * With `key`: no confirmation helps, because the app has strict approval. The approval page opens the wallet with a
   * code.
   */
  confirm_in?: 'wallet';
  /** Cause of `not_supported`. */
  reason?: string;
  /** With `wrong_service_address`: the origin that the service calls its own. */
  expected?: string;
  /** With `wallet_not_on_device` at the enrolment of a first factor: the address of the wallet that has to sign. */
  entropyId?: string;
  /**
   * With `missing_or_invalid_mfa`: the user's second factors that the app accepts. Empty if it no longer accepts any
   * of them.
   */
  methods?: readonly MfaMethod[];
  /**
   * With `mfa_verification_max_attempts_reached`, rate limits, and a wrong password that closes the recovery: seconds
   * until another try is accepted.
   */
  retry_after_s?: number;
}

/** Message from the frame: the request's id and event, and either data or an error. */
export type FrameReply<E extends FrameEvent = FrameEvent> =
  | { id: string; event: E; data: FrameReplies[E] }
  | { id: string; event: string; error: FrameError };
