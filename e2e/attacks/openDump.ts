/**
 * An attacker who stole stores of Latchkey and key-encryption keys, and has read `docs/custody.md`. Imports none of
 * Latchkey's code; the frame uses the same library for Shamir's scheme. The formats:
 *
 * - a wrapped data key: 8 bytes that name the key-encryption key, then AES-256-GCM of 32 bytes under it;
 * - a data key belongs to an app (`app_id`) and seals values of that app only;
 * - a sealed value: format byte 1, four bytes of key version, then AES-256-GCM under a data key;
 * - a recovery ciphertext: AES-256-GCM under the recovery key; the browser's device part in the same way, under its
 *   own key;
 * - AES-256-GCM is always nonce (12), ciphertext, tag (16). The tag and the additional data (the value's place)
 *   only detect changed and moved values. An attacker who decrypts without checking the tag needs neither;
 * - a part: the entropy's bytes and one more, of Shamir's scheme over GF(256);
 * - entropy: the 16 bytes of a BIP-39 phrase, or the 32 bytes of an imported private key. Longer phrases, which
 *   users can import, are not tried.
 */
import { createDecipheriv, createHmac } from 'node:crypto';
import { combine } from 'shamir-secret-sharing';
import { toAddressOfKey, toSecrets } from './walletSecrets.ts';

/** Some bytes and how the attacker came to them. */
export interface Loot {
  readonly from: string;
  readonly bytes: Uint8Array;
  /** App of the row that contained the bytes. Absent for values of the deployment itself. */
  readonly app?: string;
  /** User of that row. */
  readonly user?: string;
}

/** A wallet that the loot opens. */
export interface Opening {
  readonly address: string;
  /** The two parts, or the one value, that opened it. */
  readonly with: readonly string[];
  readonly entropy: Uint8Array;
}

const keyLength = 32;
const entropyLengths = [16, 32];
const isPart = ({ bytes }: Loot) => entropyLengths.includes(bytes.length - 1);
const nonceLength = 12;
const tagLength = 16;
const sealedHeadLength = 5;
const wrappedHeadLength = 8;
const wrappedLength = wrappedHeadLength + nonceLength + keyLength + tagLength;

/**
 * Decrypts what the keys open: data keys under key-encryption keys, sealed values under data keys, and recovery
 * ciphertexts and device parts under every key found.
 *
 * @param stored every value of the stolen stores
 * @param keks the stolen key-encryption keys, and any other keys that the attacker has
 * @returns the stored values and those decrypted from them, including noise from decryption with wrong keys
 */
export function openEverything(stored: readonly Loot[], keks: readonly Loot[]): Loot[] {
  const dataKeys = stored.flatMap((value) => keks.flatMap((kek) => unwrap(kek, value)));
  const sealed = stored.filter(({ bytes }) => bytes[0] === 1);
  const opened = openEach(sealed, dataKeys, sealedHeadLength);
  const keys = [...keks, ...dataKeys, ...opened.filter(({ bytes }) => bytes.length === keyLength)];
  const values = distinct([...stored, ...dataKeys, ...opened]);
  const recovered = openEach(values, keys, 0).filter(isPart);
  return distinct([...values, ...recovered]);
}

/**
 * Finds every way in which the loot opens one of the wallets: a value or a single part as entropy or private key, and
 * each combination of two parts.
 *
 * @param addresses EIP-55 addresses of the wallets to look for
 */
export async function findOpenings(
  loot: readonly Loot[],
  addresses: ReadonlySet<string>,
): Promise<Opening[]> {
  const openings: Opening[] = [];
  async function tryEntropy(entropy: Uint8Array, from: readonly string[]): Promise<void> {
    const address =
      entropy.length === keyLength ? toAddressOfKey(entropy) : (await toSecrets(entropy)).address;
    if (address !== null && addresses.has(address)) openings.push({ address, with: from, entropy });
  }
  for (const { from, bytes } of loot.filter(({ bytes }) => entropyLengths.includes(bytes.length)))
    await tryEntropy(bytes, [from]);
  const parts = loot.filter(isPart);
  for (const { from, bytes } of parts) await tryEntropy(bytes.subarray(0, -1), [from]);
  for (const [index, one] of parts.entries()) {
    for (const other of parts.slice(index + 1)) {
      // The last byte of a part is its x coordinate. Two parts with the same one cannot be combined.
      if (one.bytes.length !== other.bytes.length || one.bytes.at(-1) === other.bytes.at(-1)) continue;
      const pair = [one, other].map(({ bytes }) => Uint8Array.from(bytes));
      await tryEntropy(await combine(pair), [one.from, other.from]);
    }
  }
  return openings;
}

/**
 * Unwraps a data key if this key-encryption key (KEK) wraps it. The first 8 bytes of a wrapped data key name the KEK:
 * they are the first 8 bytes of an HMAC-SHA-256 under it.
 */
function unwrap(kek: Loot, value: Loot): Loot[] {
  const { bytes } = value;
  const id = createHmac('sha256', kek.bytes).update('latchkey/kek-id/v1').digest();
  if (
    bytes.length !== wrappedLength ||
    !id.subarray(0, wrappedHeadLength).equals(bytes.subarray(0, wrappedHeadLength))
  )
    return [];
  return openEach([value], [kek], wrappedHeadLength);
}

function distinct(loot: readonly Loot[]): Loot[] {
  const byValue = new Map<string, Loot>();
  for (const one of loot) {
    const value = Buffer.from(one.bytes).toString('hex');
    if (!byValue.has(value)) byValue.set(value, one);
  }
  return [...byValue.values()];
}

function openEach(values: readonly Loot[], keys: readonly Loot[], headLength: number): Loot[] {
  return values.flatMap((value) =>
    keys.flatMap((key) => {
      if (value.app !== undefined && key.app !== undefined && value.app !== key.app) return [];
      const bytes = openUnchecked(key.bytes, value.bytes.subarray(headLength));
      return bytes ? [{ ...value, from: `${value.from} < ${key.from}`, bytes }] : [];
    }),
  );
}

/**
 * Decrypts without checking the tag: AES-256-GCM without its tag is AES-256-CTR that counts from 2 (NIST SP 800-38D
 * §7).
 */
function openUnchecked(key: Uint8Array, encrypted: Uint8Array): Uint8Array | null {
  if (encrypted.length <= nonceLength + tagLength) return null;
  const counter = Buffer.concat([encrypted.subarray(0, nonceLength), Buffer.from([0, 0, 0, 2])]);
  const ciphertext = encrypted.subarray(nonceLength, -tagLength);
  return new Uint8Array(createDecipheriv('aes-256-ctr', key, counter).update(ciphertext));
}
