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

/** Signature or signed transaction, and the address of the wallet that signed. */
export interface SignedRequest {
  readonly address: string;
  readonly response: { readonly method: string; readonly data: string | { readonly signature: string } };
}

interface WalletPlace {
  readonly rootAddress: string;
  readonly chainType: ChainType;
  readonly index: number;
}

/** Decoded request: the address that it names, if any, and the function that signs it. */
interface Reading {
  /** EIP-55. */
  readonly signer: string | null;
  readonly sign: (key: Uint8Array) => SignedRequest['response']['data'];
}

/**
 * Decodes a JSON-RPC request, connects one of the user's wallets, and signs the request with it.
 *
 * @param given.rootAddress a wallet of the same entropy at index 0, EIP-55 or base 58
 * @param given.index the wallet that signs
 * @param given.chainId the chain that the request is for, if its sender names one
 * @throws Refusal `invalid_request_arguments`, `wallet_not_on_device`, `error` for an unsupported method, or with the
 *   service's code
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
  // The host page shows the user one address. A signature by another one would deceive the user.
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
 * Refuses a request that the user did not approve on the frame's own page, if the app requires that.
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

/** Connects the wallet that signs. Asks the service again if it may have been added elsewhere since the unlock. */
async function connectIndex(frame: Frame, session: Session, given: WalletPlace) {
  const find = ({ wallets }: Owner) =>
    wallets.find(({ chainType, index }) => chainType === given.chainType && index === given.index);
  const unlocked = await connectWallet(frame, session, given.rootAddress);
  const wallet = find(unlocked);
  if (wallet || unlocked.kind === 'imported-key') return { owner: unlocked, wallet };
  const owner = await frame.withLock(session.userId, () => connectAfresh(frame, session, given.rootAddress));
  return { owner, wallet: find(owner) };
}

/** Decodes a request to an Ethereum wallet: what is signed, and the address that it names. */
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
