import type { ErrorCode } from './errors.ts';
import type { FarcasterSignerInitReply } from './methods/farcaster.ts';
import type { FactorPurpose } from './mfa/index.ts';
import type { PasskeyAssertion } from './passkeyCeremony.ts';
import type { RecoveryMethod } from './recoveryMethods.ts';
import type { MfaMethod } from './user.ts';

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

/** By what a person verifies: a second factor, or what stands in for one (our own clients alone). */
export type FactorProofMethod = MfaMethod | 'backup_code';

/** What any request may carry besides, once a second factor was asked for (docs/wire/protocol.md §4.2). */
interface FactorProof {
  mfaMethod?: FactorProofMethod;
  /** A code; of a passkey what it signed. */
  mfaCode?: string | PasskeyAssertion;
  /** The host page on which the passkey was used. */
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

/** By what a wallet is recovered, for the methods that ask for something. */
interface RecoverySecret {
  recoveryPassword?: string;
  /** What older clients call the password when they recover. */
  recoveryPin?: string;
  recoveryAccessToken?: string;
}
/** The same with the method by which it is to be recovered. */
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
  /** The oldest clients' (docs/wire/protocol.md §4.4). */
  'privy:wallet:set-recovery-password': WithToken & { address: string; recoveryPassword: string };
  'privy:wallet:rpc': WithToken & Rpc & { address: string; hdWalletIndex?: number };
  'privy:solana-wallet:create': WithToken & RecoveryChoice & { ethereumAddress?: string };
  'privy:solana-wallet:create-additional': WithToken & { primaryPublicKey: string; hdWalletIndex: number };
  'privy:solana-wallet:connect': WithToken & { publicKey: string };
  'privy:solana-wallet:recover': WithToken & { publicKey: string };
  'privy:solana-wallet:rpc': WithToken & Rpc & { publicKey: string; hdWalletIndex?: number };
  /** The address of the other chain's wallet at index 0, where the user has one. */
  'privy:wallets:create': WithToken &
    RecoveryChoice & { chainType: ChainType; ethereumAddress?: string; solanaAddress?: string };
  'privy:wallets:add': EntropyRef & { chainType: ChainType; hdWalletIndex: number };
  /** Either a private key or, from our own client, a recovery phrase. */
  'privy:wallets:import': WithToken & { chainType: ChainType; privateKey?: string; recoveryPhrase?: string };
  'privy:wallets:connect': EntropyRef;
  'privy:wallets:recover': EntropyRef & RecoverySecret;
  /** The service knows the method in force; what the client takes for it counts for nothing. */
  'privy:wallets:set-recovery': EntropyRef &
    RecoverySecret & { recoveryMethod: string; existingRecoveryMethod?: string };
  /** `chainId` is ours: the chain that the request is for. What is signed must name no other (S16). */
  'privy:wallets:rpc': EntropyRef & Rpc & { chainType: ChainType; hdWalletIndex: number; chainId?: number };
  /** Our own: by the passkey that a popup of the service's origin has just handed to the vault (docs/custody.md). */
  'privy:wallets:add-passkey': EntropyRef;
  'privy:wallets:recover-by-passkey': EntropyRef;
  /** Our own: whether a key may be taken out, asked before the page that shows it (docs/custody.md, export page). */
  'privy:wallets:check-export': EntropyRef & { address: string };
  /** The token is ours: by it the service forgets too. Published clients end the session, and with it what it verified. */
  'privy:mfa:clear': { userId?: string; accessToken?: string };
  /** `purpose` is ours: the one act that the verification is for; or to open the wallet, and permit no such act. */
  'privy:mfa:verify': WithToken & { purpose?: FactorPurpose | 'unlock' };
  'privy:mfa:init-enrollment': WithToken & {
    method: MfaMethod;
    phoneNumber?: string;
    /** Of a captcha, for a number that the service asks for one (`invalid_captcha`). Ours alone. */
    captchaToken?: string;
    /** Id of the request, for a code by SMS: the same when it is sent again because its answer was lost. Ours alone. */
    requestId?: string;
  };
  /** Of a number itself and its code, of an authenticator app a code, of passkeys their ids (FRAME-07); none removes them. */
  'privy:mfa:submit-enrollment': WithToken & {
    method: MfaMethod;
    phoneNumber?: string;
    code?: string;
    credentialIds?: readonly string[];
  };
  'privy:mfa:unenroll': WithToken & { method: Exclude<MfaMethod, 'passkey'> };
  /** Our own: backup codes in place of earlier ones, right after an enrolment or a verification. */
  'privy:mfa:backup-codes': WithToken;
  /** Our own: that the wallet is theirs, by a person who lost every factor; without a password by the passkey of a popup. */
  'privy:mfa:prove-recovery': EntropyRef & { recoveryPassword?: string };
  /** Our own: by a device that is older than the request that all factors be removed. */
  'privy:mfa:cancel-removal': WithToken;
  /** Asks for a Farcaster signer, whose key the frame makes of the wallet's (docs/custody.md). */
  'privy:farcaster:init-signer': WithToken & { address: string; hdWalletIndex?: number | null };
  /** `data` is ours: the message whose hash is signed, in base64url, of which the person is shown what it says. */
  'privy:farcaster:sign': WithToken & {
    address: string;
    hdWalletIndex?: number | null;
    payload: { hash: string; data?: string };
    /** Published clients send a bigint. */
    fid: bigint | number;
  };
}

/** What was signed: Ethereum's signature as 0x and hex digits, Solana's in base64. */
export interface RpcResponse {
  method: string;
  data: string | { signature: string };
}

/** Replies by event. */
export interface FrameReplies {
  /** `lastingStorage` is false where the browser refuses storage to the frame; older clients ignore it. */
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
  /** Of an authenticator app its secret, and the address that a QR code shows. */
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
 * Why the frame did not do what it was asked. All but `type` and `message` are our own additions, which published clients
 * ignore.
 */
export interface FrameError {
  type: FrameErrorType;
  message: string;
  /** The code of the service, where it was the service that refused. */
  code?: ErrorCode;
  /** Thumbprint (RFC 7638) of the frame's proof key, where the service wants a confirmation that names it. It opens nothing. */
  key?: string;
  /** With `key`: no confirmation helps, because the app has strict approval. The approval page opens the wallet, by a code. */
  confirm_in?: 'wallet';
  /** With `not_supported`, the cause. */
  reason?: string;
  /** With `wrong_service_address`, the origin that the service calls its own. */
  expected?: string;
  /** With `wallet_not_on_device` at the enrolment of a first factor, the wallet that has to sign: its address. */
  entropyId?: string;
  /** With `missing_or_invalid_mfa`, the user's second factors that the app takes; none of them where it takes none any more. */
  methods?: readonly MfaMethod[];
  /** With `mfa_verification_max_attempts_reached` and 429, seconds for which nothing more is taken. */
  retry_after_s?: number;
}

/** A message from the frame: the request's id and event, and either data or an error. */
export type FrameReply<E extends FrameEvent = FrameEvent> =
  | { id: string; event: E; data: FrameReplies[E] }
  | { id: string; event: string; error: FrameError };
