import { fromHex } from '../bytes.ts';
import { refuse } from '../refusal.ts';
import { toChecksumAddress } from './checksum.ts';

/** Methods that sign a hash as it comes, of whatever it may be. */
const rawMethods: readonly string[] = ['eth_sign', 'secp256k1_sign'];

/** Tells whether a method signs what no one can read. */
export const isRawMethod = (method: string): boolean => rawMethods.includes(method);

/**
 * Reads a request of one of these methods: `secp256k1_sign` `[hash]`, `eth_sign` `[address, hash]`. A hash has 32 bytes, in hex;
 * the text that `eth_sign` takes elsewhere is signed by `personal_sign`.
 *
 * @returns the address that the request names, EIP-55, or null
 * @throws Refusal `invalid_request_arguments`
 */
export function readRawHash({ method, params }: { readonly method: string; readonly params: unknown }): {
  readonly signer: string | null;
  readonly hash: string;
} {
  const list: readonly unknown[] = Array.isArray(params) ? params : [];
  const [named, hash] = method === 'eth_sign' ? list : [null, list[0]];
  const signer = typeof named === 'string' ? toChecksumAddress(named) : null;
  if (method === 'eth_sign' && signer === null)
    refuse('invalid_request_arguments', 'The parameters of eth_sign must name an address');
  if (typeof hash !== 'string' || fromHex(hash)?.length !== 32)
    refuse('invalid_request_arguments', `${method} signs a hash of 32 bytes, in 0x and hex digits`);
  return { signer, hash };
}

/**
 * Threat: a hash may be that of a transaction, or of a permission for everything; a page that asks for it has either signed
 * unseen.
 *
 * @throws Refusal `invalid_request_arguments`
 */
export function assertRawSigning(method: string, isAllowed: boolean): void {
  if (isAllowed) return;
  refuse(
    'invalid_request_arguments',
    `${method} signs bytes that no one can read; it is refused unless the app has the setting allow_raw_signing`,
  );
}
