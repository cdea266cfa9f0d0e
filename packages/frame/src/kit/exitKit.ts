/**
 * Exit kit: a file with which the user opens their wallets if no service is left (docs/custody.md, "Exit kit"). It
 * contains the entropy, sealed under a key from a separate password.
 */
import type { EntropyKind, PasswordKdf } from '@latchkey/wire';
import { type Bytes, fromBase64url, randomBytes, toAad, toBase64url, utf8, zero } from '../bytes.ts';
import { open, seal } from '../custody/sealing.ts';
import type { Stretch } from '../password/stretch.ts';

export const kitFormat = 'latchkey-exit-1';
/** Minimum length of a kit's password, in characters. Anyone who finds the file can guess without limit, for years. */
export const kitPasswordLength = 10;

export interface KitWallet {
  readonly address: string;
  readonly chain_type: 'ethereum' | 'solana';
  readonly wallet_index: number;
}

/** Contents of the file. `sealed` authenticates all other fields. */
export interface ExitKit {
  readonly format: typeof kitFormat;
  readonly app_id: string;
  readonly kind: EntropyKind;
  readonly wallets: readonly KitWallet[];
  readonly kdf: PasswordKdf;
  /** 128 bits, base64url. */
  readonly salt: string;
  /** AES-256-GCM: nonce and ciphertext, base64url. */
  readonly sealed: string;
}

const kdf: PasswordKdf = { algorithm: 'argon2id', memory_kib: 65_536, iterations: 3, parallelism: 1 };
/**
 * Limits of a file, with room for higher settings of later releases: at most eleven times the work of a kit of today.
 * An attacker could otherwise give a user a file that blocks the offline page for minutes, or takes all memory.
 */
const most = { memoryKib: 4 * kdf.memory_kib, iterations: 8, parallelism: 16, wallets: 1000 };

/**
 * Seals entropy into a kit.
 *
 * @param facts.wallets wallets that derive from the entropy; the offline page opens these
 */
export async function createKit(
  facts: Pick<ExitKit, 'app_id' | 'kind' | 'wallets'>,
  entropy: Bytes,
  password: string,
  stretch: Stretch,
): Promise<ExitKit> {
  const { app_id, kind, wallets } = facts;
  const head = { format: kitFormat, app_id, kind, wallets, kdf, salt: toBase64url(randomBytes(16)) } as const;
  const key = await toKey(head, password, stretch);
  return { ...head, sealed: toBase64url(await seal(key, entropy, toHeadAad(head))) };
}

/**
 * Opens a kit.
 *
 * @returns the entropy, which the caller must overwrite; null if the password is wrong or the file was changed
 */
export async function openKit(kit: ExitKit, password: string, stretch: Stretch): Promise<Bytes | null> {
  const key = await toKey(kit, password, stretch);
  return open(key, fromBase64url(kit.sealed), toHeadAad(kit)).catch(() => null);
}

/** Reads the text of a kit. Returns null for any other text, or a kit beyond the limits. */
export function readKit(text: string): ExitKit | null {
  try {
    const kit = JSON.parse(text) as ExitKit;
    const { memory_kib, iterations, parallelism } = kit.kdf;
    const isKit =
      kit.format === kitFormat &&
      typeof kit.app_id === 'string' &&
      ['created', 'imported-key', 'imported-phrase'].includes(kit.kind) &&
      kit.kdf.algorithm === 'argon2id' &&
      [memory_kib, iterations, parallelism].every((number) => Number.isInteger(number) && number > 0) &&
      memory_kib <= most.memoryKib &&
      iterations <= most.iterations &&
      parallelism <= most.parallelism &&
      Array.isArray(kit.wallets) &&
      kit.wallets.length <= most.wallets &&
      kit.wallets.every(isWallet) &&
      fromBase64url(kit.salt).length === 16 &&
      fromBase64url(kit.sealed).length > 28;
    return isKit ? kit : null;
  } catch {
    return null;
  }
}

const isWallet = ({ address, chain_type, wallet_index }: KitWallet) =>
  typeof address === 'string' &&
  ['ethereum', 'solana'].includes(chain_type) &&
  Number.isInteger(wallet_index) &&
  wallet_index >= 0;

type Head = Omit<ExitKit, 'sealed'>;

async function toKey({ kdf: settings, salt }: Head, password: string, stretch: Stretch): Promise<CryptoKey> {
  // Keyboards differ: one sends a letter with its accent as one character, another as two.
  const bytes = utf8(password.normalize('NFKC'));
  const stretched = await stretch({ password: bytes, salt: fromBase64url(salt), kdf: settings });
  try {
    const secret = await crypto.subtle.importKey('raw', stretched, 'HKDF', false, ['deriveKey']);
    const algorithm = {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: new Uint8Array(),
      info: toAad(kitFormat, 'key'),
    };
    return await crypto.subtle.deriveKey(algorithm, secret, { name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
  } finally {
    zero(stretched);
  }
}

/** Encodes all plaintext fields of the file. If an attacker changes one, the kit no longer opens. */
function toHeadAad({ app_id, kind, wallets, kdf: settings, salt }: Head): Bytes {
  const { algorithm, memory_kib, iterations, parallelism } = settings;
  return toAad(
    kitFormat,
    app_id,
    kind,
    ...[algorithm, memory_kib, iterations, parallelism].map(String),
    salt,
    ...wallets.flatMap(({ chain_type, wallet_index, address }) => [
      chain_type,
      String(wallet_index),
      address,
    ]),
  );
}
