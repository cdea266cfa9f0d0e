/**
 * The exit kit: a file with which a person opens their wallets when no service is left (docs/custody.md, "Exit kit").
 * It holds the entropy, sealed under a key from a password of its own. The vault makes it, the offline page opens it.
 */
import type { EntropyKind, PasswordKdf } from '@latchkey/wire';
import { type Bytes, fromBase64url, randomBytes, toAad, toBase64url, utf8, zero } from '../bytes.ts';
import { open, seal } from '../custody/sealing.ts';
import type { Stretch } from '../password/stretch.ts';

export const kitFormat = 'latchkey-exit-1';
/** Shortest password of a kit: the file lies about for years, and anyone who finds it tries without limit. */
export const kitPasswordLength = 10;

export interface KitWallet {
  readonly address: string;
  readonly chain_type: 'ethereum' | 'solana';
  readonly wallet_index: number;
}

/** The file, as it is written. Every field but the last is authenticated by that. */
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
/** A file that asks for more was made to stop the browser. */
const most = { memoryKib: 1_048_576, iterations: 64, wallets: 1000 };

/**
 * Seals entropy into a kit.
 *
 * @param facts.wallets what the entropy derives to; the offline page opens these
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
 * @returns the entropy, which the caller overwrites; null for a wrong password or a file that was changed
 */
export async function openKit(kit: ExitKit, password: string, stretch: Stretch): Promise<Bytes | null> {
  const key = await toKey(kit, password, stretch);
  return open(key, fromBase64url(kit.sealed), toHeadAad(kit)).catch(() => null);
}

/** Reads the text of a kit; null for anything else. */
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
  // One person types a composed letter, the next keyboard sends it in two.
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

/** All that stands in the file in the clear: who changes it makes a file that opens for no one. */
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
