import { createDecipheriv, createECDH, ECDH } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { crossAppMethods } from '@latchkey/wire';
import { deriveKey, keyedHash } from '../../crypto/index.ts';
import type { World } from '../../world.ts';
import type { ConnectionKey } from '../connections/store.ts';
import { readCall, readJson, type WalletCall } from './readRequest.ts';

const curve = 'secp256k1';
/** The order of the group of secp256k1 (SEC 2, §2.4.1). */
const order = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');
const ivLength = 12;
const tagLength = 16;
/** A request as text. */
const mostBytes = 64 * 1024;

/** A request of the published connector, which only the two that agreed on a key can read. */
export interface SealedRequest {
  /** 33 bytes as base64. */
  readonly publicKey: string;
  readonly iv: string;
  readonly encrypted: string;
}

/** Bytes of base64 as the connector writes it (RFC 4648 §4); null for any other text. */
function bytesOf(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

/** Tells whether a text is a public key of the connector's: a compressed point on the curve. */
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
 * Makes the keys of connections to the published connector. None is stored: each is derived of the service's secret, the
 * connection and the requester's key, so that the end of a connection is the end of its keys.
 */
export function createSealedKeys({ secret }: Pick<World, 'secret'>) {
  const root = deriveKey(secret, 'latchkey/cross-app-key/v1');

  function ecdhOf({ appId, connectionId }: ConnectionKey, publicKey: string) {
    const hash = keyedHash(root, [appId, connectionId, publicKey]).toString('hex');
    // From 1 to order - 1, which every key of the curve is.
    const scalar = (BigInt(`0x${hash}`) % (order - 1n)) + 1n;
    const ecdh = createECDH(curve);
    ecdh.setPrivateKey(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'));
    return ecdh;
  }

  return {
    /** Our half, as the connector takes it: a compressed point as base64. */
    publicKeyOf: (connection: ConnectionKey, publicKey: string): string =>
      ecdhOf(connection, publicKey).getPublicKey('base64', 'compressed'),

    /** What both sides know: the x-coordinate of the shared point, 32 bytes. */
    sharedKeyOf: (connection: ConnectionKey, publicKey: string): Buffer =>
      ecdhOf(connection, publicKey).computeSecret(Buffer.from(publicKey, 'base64')),
  };
}

export type SealedKeys = ReturnType<typeof createSealedKeys>;

/**
 * Opens a request: AES-256-GCM with the tag behind the text, of JSON in the format of zlib (RFC 1950).
 *
 * @returns null for one that was not sealed with this key, or is no text of at most 64 kB
 * @throws ServiceError `invalid_data`, `not_supported` for what it asks
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
    // Threat: a few bytes that become gigabytes.
    const bytes = inflateSync(opened, { maxOutputLength: mostBytes });
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
  return readCall(readJson(text), crossAppMethods);
}
