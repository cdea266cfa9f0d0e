import { readableMessage, readTypedData } from '@latchkey/frame/readable';
import { type ChainType, fail, type RpcRequest } from '@latchkey/wire';
import type { FrameContext, SessionContext } from '../../../contexts.ts';
import { callFrame } from '../../../frame/index.ts';
import type { Hex } from '../../../hex.ts';
import type { TransactionSignRequest } from '../../../transactions/index.ts';
import { getAccess } from '../getAccess.ts';
import { getWallet } from '../wallets.ts';
import { callOnWallet } from './callOnWallet.ts';
import { toSigningError } from './toSigningError.ts';

export type { Hex };

/** Typed structured data to sign (EIP-712). */
export interface TypedData {
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly domain: Readonly<Record<string, unknown>>;
  readonly message: Readonly<Record<string, unknown>>;
}

/** Data that the user is asked to sign (SIGN-01). */
export type SignRequest =
  /** A hash, whose content nobody can review. Only for apps that allow raw signing. */
  | { readonly method: 'secp256k1_sign'; readonly data: Hex; readonly address: string }
  | { readonly method: 'personal_sign'; readonly data: string; readonly address: string }
  | {
      readonly method: 'eth_signTypedData_v4';
      readonly data: TypedData;
      readonly address: string;
      /** Chain of the request. The frame refuses data that names another. @default the chain that the data names */
      readonly chainId?: number;
    };

/**
 * Checks the user, the wallet and the data, before the user sees the request.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_message`, `invalid_data`
 */
export async function toSignRequest(
  session: SessionContext,
  { method, data, address }: { method: SignRequest['method']; data: unknown; address: string | undefined },
): Promise<SignRequest> {
  const { user } = await getAccess(session);
  const wallet = getWallet(user, address, 'ethereum');
  if (method === 'personal_sign') {
    if (typeof data !== 'string' || data === '' || !isReadable(() => readableMessage(data)))
      fail('invalid_message');
    return { method, data, address: wallet.address };
  }
  if (method === 'secp256k1_sign') {
    if (typeof data !== 'string' || !/^0x[0-9a-f]{64}$/i.test(data))
      fail('invalid_data', { message: 'A hash has 32 bytes, in 0x and hex digits' });
    return { method, data: data as Hex, address: wallet.address };
  }
  return { method, data: toTypedData(data), address: wallet.address };
}

/**
 * Signs in the frame, without a review.
 *
 * @throws ServiceError the frame's errors, `wallet_proxy_timeout`, `unable_to_sign`
 */
export async function signEthereum(
  frame: FrameContext,
  request: SignRequest | TransactionSignRequest,
): Promise<Hex> {
  const wallet = { address: request.address, chainType: 'ethereum' as const };
  return readHex(await requestSignatures(frame, wallet, toRpc(request), chainIdField(request)));
}

/** Converts a request to the `request` of the frame's message (docs/wire/protocol.md §4.3). */
export function toRpc({ method, data, address }: SignRequest | TransactionSignRequest): RpcRequest {
  if (method === 'eth_signTransaction') return { method, params: [data] };
  if (method === 'secp256k1_sign') return { method, params: [data] };
  return { method, params: method === 'personal_sign' ? [data, address] : [address, data] };
}

/** Returns the request's chain, if it names one, as a field of the message to the frame. */
export function chainIdField(request: object): { chainId?: number } {
  const { chainId } = request as { chainId?: number };
  return chainId === undefined ? {} : { chainId };
}

/**
 * Returns the frame's answer if it is hex. The host would use anything else as a signature too, so it is rejected.
 *
 * @throws ServiceError `unable_to_sign`
 */
export function readHex(signature: unknown): Hex {
  return isHex(signature) ? signature : fail('unable_to_sign');
}

/**
 * Requests a signature from the frame.
 *
 * @returns the frame's answer, unchecked
 */
export async function requestSignatures(
  frame: FrameContext,
  { address, chainType }: { address: string; chainType: ChainType },
  request: RpcRequest,
  chain: { chainId?: number } = {},
): Promise<unknown> {
  return callOnWallet(frame, { address, chainType }, async ({ wallet, frameRef }) => {
    const hdWalletIndex = wallet.walletIndex ?? 0;
    const asked = { ...frameRef, chainType, hdWalletIndex, request, ...chain };
    const reply = await callFrame(frame, 'rpc', 'privy:wallets:rpc', asked).catch((error) => {
      throw toSigningError(error);
    });
    return (reply.response as { data?: unknown } | undefined)?.data;
  });
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value);
}

/**
 * Reads typed data from an object or from JSON text, as many dapps send it, and checks it against its own types. A
 * host script could change the object after the check. The check, the display and the signature therefore use a copy.
 */
function toTypedData(data: unknown): TypedData {
  const value = typeof data === 'string' ? parse(data) : copyOf(data);
  const isRecord = (field: unknown) => typeof field === 'object' && field !== null;
  const { types, primaryType, domain, message } = (isRecord(value) ? value : {}) as Partial<TypedData>;
  if (!isRecord(types) || typeof primaryType !== 'string' || !isRecord(domain) || !isRecord(message)) {
    fail('invalid_data', {
      message: 'Typed data must have types, primaryType, domain and message (EIP-712)',
    });
  }
  if (!isReadable(() => readTypedData(value, '')))
    fail('invalid_data', { message: 'The typed data does not fit the types that it declares (EIP-712)' });
  return value as TypedData;
}

/** Returns false if the frame could not decode the data and would therefore not sign it. */
function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/** Returns null for values that a message to the frame cannot carry, such as functions. */
function copyOf(data: unknown): unknown {
  try {
    return structuredClone(data);
  } catch {
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
