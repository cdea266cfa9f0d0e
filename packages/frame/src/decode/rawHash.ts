import { fromHex } from '../bytes.ts';
import { refuse } from '../refusal.ts';
import { toChecksumAddress } from './checksum.ts';

/** Methods that sign a given hash, whatever its origin. */
const rawMethods: readonly string[] = ['eth_sign', 'secp256k1_sign'];

/** Returns true if a method signs a hash that nobody can read. */
export const isRawMethod = (method: string): boolean => rawMethods.includes(method);

/**
 * Reads a request that signs a hash: `secp256k1_sign` `[hash]`, `eth_sign` `[address, hash]`. A hash has 32 bytes, in
 * hex. Text, which `eth_sign` accepts in other wallets, needs `personal_sign` here.
 *
 * @returns the hash, and the address that the request names (EIP-55) or null
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
 * Refuses to sign a hash unless the app allows it. A malicious page could send the hash of a transaction or of an
 * unlimited permission, which the user cannot recognise. It could also send the hash of a wallet claim or change
 * (`ownership.ts`), whose signature the service would accept (docs/custody.md, raw signing).
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
