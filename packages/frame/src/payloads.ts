/**
 * Fields of each event's payload, and their permitted values (docs/wire/protocol.md §4.2-4.4). Part of the protocol
 * for both ends, so it imports nothing at run time.
 */
import type { FrameEvent, FrameRequests } from '@latchkey/wire';

type Check = (value: unknown) => boolean;
export interface Field {
  readonly check: Check;
  readonly required: boolean;
}
type Fields<Payload> = { [K in keyof Payload]-?: Field } & Record<string, Field>;

export const isText =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value.length > 0 && value.length <= max;
export const isOneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value);
/** Path element below the hardened range (BIP-32). */
export const isIndex: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 0x80000000;
const isAnything: Check = () => true;
const required = (check: Check): Field => ({ check, required: true });
const optional = (check: Check): Field => ({ check, required: false });

/** Returns true for a JSON-RPC request: a method and its parameters, nothing else. */
function isRpcRequest(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { method, params, ...others } = value;
  if (!Object.values(others).every(isAbsent)) return false;
  return isText(64)(method) && (Array.isArray(params) ? params.length <= 8 : isPlainObject(params));
}

/** Returns true for a hash to sign, with the message that was hashed if the sender has it, and nothing else. */
function isFarcasterPayload(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { hash, data, ...others } = value;
  return (
    isText(64)(hash) && (isAbsent(data) || isText(87_384)(data)) && Object.values(others).every(isAbsent)
  );
}

/** Token, and the fields that published clients add to a request after they asked for a second factor (§4.2). */
const signed = {
  accessToken: required(isText(8192)),
  // Method and code are checked by `mfa/factorProof.ts`, which has its own error messages (MFA-30).
  mfaMethod: optional(isText(32)),
  mfaCode: optional(isAnything),
  relyingParty: optional(isText(256)),
};
const recovery = {
  recoveryMethod: optional(isText(32)),
  recoveryPassword: optional(isText(1024)),
  recoveryPin: optional(isText(1024)),
  recoveryAccessToken: optional(isText(8192)),
  recoverySecretOverride: optional(isText(1024)),
  iCloudRecordNameOverride: optional(isText(256)),
};
const address = required(isText(64));
const optionalAddress = optional(isText(64));
const index = required(isIndex);
const entropy = {
  entropyId: address,
  entropyIdVerifier: required(isOneOf('ethereum-address-verifier', 'solana-address-verifier')),
};
const chainType = required(isOneOf('ethereum', 'solana'));
/** Name of a second factor. `mfa/factors/list.ts` lists the known ones. */
const factorMethod = required(isText(32));
const rpc = { requesterAppId: optional(isText(64)), request: required(isRpcRequest) };

export const payloads: { [E in FrameEvent]: Fields<FrameRequests[E]> } = {
  'privy:iframe:ready': {},
  'privy:wallet:create': { ...signed, ...recovery, solanaAddress: optionalAddress },
  'privy:wallet:create-additional': { ...signed, primaryWalletAddress: address, hdWalletIndex: index },
  'privy:wallet:import': { ...signed, privateKey: required(isText(256)) },
  'privy:wallet:connect': { ...signed, address },
  'privy:wallet:recover': { ...signed, ...recovery, address },
  'privy:wallet:set-recovery': { ...signed, ...recovery, address, recoveryMethod: required(isText(32)) },
  'privy:wallet:set-recovery-password': { ...signed, address, recoveryPassword: required(isText(1024)) },
  'privy:wallet:rpc': { ...signed, ...rpc, address, hdWalletIndex: optional(isIndex) },
  'privy:solana-wallet:create': { ...signed, ...recovery, ethereumAddress: optionalAddress },
  'privy:solana-wallet:create-additional': { ...signed, primaryPublicKey: address, hdWalletIndex: index },
  'privy:solana-wallet:connect': { ...signed, publicKey: address },
  'privy:solana-wallet:recover': { ...signed, publicKey: address },
  'privy:solana-wallet:rpc': { ...signed, ...rpc, publicKey: address, hdWalletIndex: optional(isIndex) },
  'privy:wallets:create': {
    ...signed,
    ...recovery,
    chainType,
    ethereumAddress: optionalAddress,
    solanaAddress: optionalAddress,
  },
  'privy:wallets:add': { ...signed, ...entropy, chainType, hdWalletIndex: index },
  'privy:wallets:import': {
    ...signed,
    chainType,
    privateKey: optional(isText(256)),
    recoveryPhrase: optional(isText(1024)),
  },
  'privy:wallets:connect': { ...signed, ...entropy },
  'privy:wallets:recover': { ...signed, ...recovery, ...entropy },
  'privy:wallets:set-recovery': {
    ...signed,
    ...recovery,
    ...entropy,
    recoveryMethod: required(isText(32)),
    existingRecoveryMethod: optional(isText(32)),
  },
  'privy:wallets:rpc': {
    ...signed,
    ...rpc,
    ...entropy,
    chainType,
    hdWalletIndex: index,
    chainId: optional((value) => Number.isSafeInteger(value) && Number(value) > 0),
  },
  'privy:wallets:add-passkey': { ...signed, ...entropy },
  'privy:wallets:recover-by-passkey': { ...signed, ...entropy },
  'privy:wallets:check-export': { ...signed, ...entropy, address },
  'privy:farcaster:init-signer': { ...signed, address, hdWalletIndex: optional(isIndex) },
  'privy:farcaster:sign': {
    ...signed,
    address,
    hdWalletIndex: optional(isIndex),
    payload: required(isFarcasterPayload),
    fid: required((value) => typeof value === 'bigint' || Number.isSafeInteger(value)),
  },
  'privy:mfa:clear': { userId: optional(isText(128)), accessToken: optional(isText(8192)) },
  'privy:mfa:verify': { ...signed, purpose: optional(isText(32)) },
  'privy:mfa:init-enrollment': {
    ...signed,
    method: factorMethod,
    phoneNumber: optional(isText(64)),
    captchaToken: optional(isText(2048)),
    requestId: optional(isText(64)),
  },
  'privy:mfa:submit-enrollment': {
    ...signed,
    method: factorMethod,
    phoneNumber: optional(isText(64)),
    code: optional(isText(64)),
    credentialIds: optional(
      (value) => Array.isArray(value) && value.length <= 16 && value.every(isText(1364)),
    ),
  },
  'privy:mfa:unenroll': { ...signed, method: factorMethod },
  'privy:mfa:backup-codes': { ...signed },
  'privy:mfa:prove-recovery': { ...signed, ...entropy, recoveryPassword: optional(isText(1024)) },
  'privy:mfa:cancel-removal': { ...signed },
};

/** Returns true for undefined and null, which published clients send for fields without a value. */
export const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null;

/** Returns true for a plain object, as JSON and structured clones create it. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
