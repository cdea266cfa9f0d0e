import type { ChainType, RpcRequest } from '@latchkey/wire';
import { hexToBytes } from '@noble/hashes/utils.js';
import { isApproval } from '../approval/approval.ts';
import type { Session } from '../custody/sessions.ts';
import { assertChain } from '../decode/assertChain.ts';
import { toChecksumAddress } from '../decode/checksum.ts';
import { decodeSolanaMessage } from '../decode/decode.ts';
import { decodeTransaction } from '../decode/decodeTransaction.ts';
import { assertRawSigning, isRawMethod, readRawHash } from '../decode/rawHash.ts';
import type { Frame } from '../frame.ts';
import { refuse } from '../refusal.ts';
import { toMessageDigest } from '../sign/message.ts';
import { signDigestAsHex } from '../sign/signature.ts';
import { signSolanaMessage } from '../sign/solana.ts';
import { signTransaction } from '../sign/transaction.ts';
import { toTypedDataDigest } from '../sign/typedData.ts';
import type { Owner } from '../vault/vault.ts';
import { connectAfresh, connectWallet, refuseLocked } from './connect.ts';

/** What was signed, and by which wallet. */
export interface SignedRequest {
  readonly address: string;
  readonly response: { readonly method: string; readonly data: string | { readonly signature: string } };
}

/** A wallet by its place in an entropy. */
interface WalletPlace {
  readonly rootAddress: string;
  readonly chainType: ChainType;
  readonly index: number;
}

/** What a request asks for: whose address it names, if it names one, and how a key answers it. */
interface Reading {
  /** EIP-55. */
  readonly signer: string | null;
  readonly sign: (key: Uint8Array) => SignedRequest['response']['data'];
}

/**
 * Signs a JSON-RPC request with one of the user's wallets, after reading it and connecting the wallet.
 *
 * @param given.rootAddress a wallet of the same entropy at index 0, EIP-55 or base 58
 * @param given.index the wallet that signs
 * @param given.chainId the chain that the request is for, where its sender says so
 * @throws Refusal `invalid_request_arguments`, `wallet_not_on_device`, or `error` for a method that is not built
 */
export async function signRequest(
  frame: Frame,
  session: Session,
  given: WalletPlace & { request: RpcRequest; chainId?: number | undefined },
): Promise<SignedRequest> {
  assertApproved(frame);
  const { chainType, index, request, chainId } = given;
  assertChain(request, chainId);
  const { signer, sign } = chainType === 'solana' ? readSolanaRequest(request) : readRequest(request, frame);
  const { owner, wallet } = await connectIndex(frame, session, given);
  if (!wallet) refuse('invalid_request_arguments', `This user has no ${chainType} wallet at index ${index}`);
  // The host shows the person one address; a signature by another one would deceive them.
  if (signer !== null && signer !== wallet.address) {
    refuse(
      'invalid_request_arguments',
      `The address in the parameters of ${request.method} is not the wallet's`,
    );
  }
  const data = await frame.vault.withKey(owner, wallet, sign);
  if (data === null) refuseLocked();
  return { address: wallet.address, response: { method: request.method, data } };
}

/**
 * Refuses what no person approved on the frame's own page, where the app wants that.
 *
 * @throws Refusal `invalid_request_arguments`
 */
export function assertApproved({ approval }: Pick<Frame, 'approval'>): void {
  if (isApproval(approval)) return;
  refuse(
    'invalid_request_arguments',
    "This app has the setting approval: 'frame': a signature is approved on the wallet's own page, which needs a Latchkey client that shows it",
  );
}

/** Connects, and asks anew for a wallet that was added after the vault was unlocked: in another tab, on another device. */
async function connectIndex(frame: Frame, session: Session, given: WalletPlace) {
  const find = ({ wallets }: Owner) =>
    wallets.find(({ chainType, index }) => chainType === given.chainType && index === given.index);
  const unlocked = await connectWallet(frame, session, given.rootAddress);
  const wallet = find(unlocked);
  if (wallet || unlocked.kind === 'imported-key') return { owner: unlocked, wallet };
  const owner = await frame.withLock(session.userId, () => connectAfresh(frame, session, given.rootAddress));
  return { owner, wallet: find(owner) };
}

/** Reads a request to an Ethereum wallet down to what is signed and the address that it names. */
function readRequest(request: RpcRequest, { allowsRawSigning }: Frame): Reading {
  const { method, params } = request;
  if (isRawMethod(method)) {
    assertRawSigning(method, allowsRawSigning);
    const { signer, hash } = readRawHash(request);
    return { signer, sign: (key) => signDigestAsHex(hexToBytes(hash.slice(2)), key) };
  }
  const isTransaction = method === 'eth_signTransaction';
  if (method !== 'personal_sign' && method !== 'eth_signTypedData_v4' && !isTransaction) {
    refuse('error', `The wallet does not support ${method}`);
  }
  if (!Array.isArray(params))
    refuse('invalid_request_arguments', `The parameters of ${method} must be a list`);
  const [first, second] = params as readonly unknown[];
  if (isTransaction) {
    const transaction = decodeTransaction(first);
    return { signer: transaction.from, sign: (key) => signTransaction(transaction, key) };
  }
  const [named, content] = method === 'personal_sign' ? [second, first] : [first, second];
  const signer = typeof named === 'string' ? toChecksumAddress(named) : null;
  if (signer === null)
    refuse('invalid_request_arguments', `The parameters of ${method} must name an address`);
  const digest = method === 'personal_sign' ? toMessageDigest(content) : toTypedDataDigest(content);
  return { signer, sign: (key) => signDigestAsHex(digest, key) };
}

function readSolanaRequest({ method, params }: RpcRequest): Reading {
  if (method !== 'signMessage') refuse('error', `The wallet does not support ${method}`);
  const message = decodeSolanaMessage(params);
  return { signer: null, sign: (key) => ({ signature: signSolanaMessage(message, key) }) };
}
