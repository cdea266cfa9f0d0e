import type { RpcRequest } from '@latchkey/wire';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { refuse } from '../refusal.ts';
import { toChecksumAddress } from '../sign/address.ts';
import { toMessageDigest } from '../sign/message.ts';
import { signDigestAsHex } from '../sign/signature.ts';
import { toTypedDataDigest } from '../sign/typedData.ts';
import { connectWallet, refuseLocked } from './connect.ts';

/** Methods that sign bytes without reading them: whoever asks could have a transaction signed unseen. */
const rawMethods = ['eth_sign', 'secp256k1_sign', 'csw_signUserOperation'];

/** What was signed, and by which wallet. */
export interface SignedRequest {
  readonly address: string;
  readonly response: { readonly method: string; readonly data: string };
}

/**
 * Signs a JSON-RPC request with one of the user's wallets, after reading it and connecting the wallet.
 *
 * @param rootAddress the wallet at index 0, EIP-55
 * @param index the wallet that signs
 * @throws Refusal `invalid_request_arguments`, `wallet_not_on_device`, or `error` for a method that is not built
 */
export async function signRequest(
  frame: Frame,
  session: Session,
  given: { rootAddress: string; index: number; request: RpcRequest },
): Promise<SignedRequest> {
  const { digest, signer } = readRequest(given.request);
  const owner = await connectWallet(frame, session, given.rootAddress);
  const wallet = owner.wallets.find(({ index }) => index === given.index);
  if (!wallet) refuse('invalid_request_arguments', `This user has no wallet at index ${given.index}`);
  // The host shows the person one address; a signature by another one would deceive him.
  if (signer !== wallet.address) {
    refuse(
      'invalid_request_arguments',
      `The address in the parameters of ${given.request.method} is not the wallet's`,
    );
  }
  const data = await frame.vault.withKey(owner, wallet, (key) => signDigestAsHex(digest, key));
  if (data === null) refuseLocked();
  return { address: wallet.address, response: { method: given.request.method, data } };
}

/** Reads a request down to the 32 bytes to sign and the address that it names (EIP-55). */
function readRequest({ method, params }: RpcRequest): { digest: Uint8Array; signer: string } {
  if (rawMethods.includes(method)) {
    refuse(
      'invalid_request_arguments',
      `${method} signs bytes that nobody can read; it is refused unless the app has allow_raw_signing, which this version does not honour yet`,
    );
  }
  if (method !== 'personal_sign' && method !== 'eth_signTypedData_v4') {
    refuse('error', `The wallet does not support ${method}`);
  }
  if (!Array.isArray(params))
    refuse('invalid_request_arguments', `The parameters of ${method} must be a list`);
  const [first, second] = params as readonly unknown[];
  const [signer, content] = method === 'personal_sign' ? [second, first] : [first, second];
  const address = typeof signer === 'string' ? toChecksumAddress(signer) : null;
  if (address === null)
    refuse('invalid_request_arguments', `The parameters of ${method} must name an address`);
  const digest = method === 'personal_sign' ? toMessageDigest(content) : toTypedDataDigest(content);
  return { digest, signer: address };
}
