import { createDecipheriv, createECDH, ECDH } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { crossAppMethods } from '@latchkey/wire';
import { deriveKey, keyedHash } from '../../crypto/index.ts';
import type { World } from '../../world.ts';
import type { ConnectionKey } from '../connections/store.ts';
import { readCall, readJson, type WalletCall } from './readRequest.ts';

const curve = 'secp256k1';
/** Order of the group of secp256k1 (SEC 2, §2.4.1). */
const order = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');
const ivLength = 12;
const tagLength = 16;
/** Longest request, in bytes after decompression. */
const mostBytes = 64 * 1024;

/** Request of the published connector, sealed with the key of its connection. */
export interface SealedRequest {
  /** 33 bytes in base64. */
  readonly publicKey: string;
  readonly iv: string;
  readonly encrypted: string;
}

/** Decodes base64 in the connector's form (RFC 4648 §4). Returns null for any other text. */
function bytesOf(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

/** Returns true if a text is a public key of the connector: a compressed point on the curve. */
export function isPublicKey(text: string): boolean {
  const bytes = bytesOf(text);
  if (bytes?.length !== 33) return false;
  try {
    ECDH.convertKey(bytes, curve, undefined, undefined, 'compressed');
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates the keys of connections to the published connector. No key is stored: each is derived from the service's
 * secret, the connection and the requester's key, so the keys end with the connection.
 */
export function createSealedKeys({ secret }: Pick<World, 'secret'>) {
  const root = deriveKey(secret, 'latchkey/cross-app-key/v1');

  function ecdhOf({ appId, connectionId }: ConnectionKey, publicKey: string) {
    const hash = keyedHash(root, [appId, connectionId, publicKey]).toString('hex');
    // Maps the hash to 1 … order - 1, the range of private keys.
    const scalar = (BigInt(`0x${hash}`) % (order - 1n)) + 1n;
    const ecdh = createECDH(curve);
    ecdh.setPrivateKey(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'));
    return ecdh;
  }

  return {
    /** Returns the public key of the service's side in the connector's form: a compressed point in base64. */
    publicKeyOf: (connection: ConnectionKey, publicKey: string): string =>
      ecdhOf(connection, publicKey).getPublicKey('base64', 'compressed'),

    /** Returns the shared secret: the x-coordinate of the shared point, 32 bytes. */
    sharedKeyOf: (connection: ConnectionKey, publicKey: string): Buffer =>
      ecdhOf(connection, publicKey).computeSecret(Buffer.from(publicKey, 'base64')),
  };
}

export type SealedKeys = ReturnType<typeof createSealedKeys>;

/**
 * Opens a request: AES-256-GCM with the tag after the ciphertext, of JSON in the zlib format (RFC 1950).
 *
 * @returns null if it was not sealed with this key, or is not a text of at most 64 KiB
 * @throws ServiceError `invalid_data`, `not_supported` for its contents
 */
export function openSealed(key: Uint8Array, { encrypted, iv }: SealedRequest): WalletCall | null {
  const nonce = bytesOf(iv);
  const sealed = bytesOf(encrypted);
  if (nonce?.length !== ivLength || !sealed || sealed.length <= tagLength) return null;
  let text: string;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
    decipher.setAuthTag(sealed.subarray(-tagLength));
    const opened = Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()]);
    // An attacker could send a few bytes that decompress to gigabytes. The output is limited.
    const bytes = inflateSync(opened, { maxOutputLength: mostBytes });
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
  return readCall(readJson(text), crossAppMethods);
}
