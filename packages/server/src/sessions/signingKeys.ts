import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { PublicKey } from '@latchkey/wire';
import { calculateJwkThumbprint } from 'jose';
import type { Sealing } from '../crypto/index.ts';
import type { World } from '../world.ts';
import { createKeyStore, type StoredKey } from './store.ts';

/** The key that signs an app's access tokens, ready for use. */
export interface SigningKey {
  readonly kid: string;
  /** Header of every token that it signs, encoded. */
  readonly jwtHeader: string;
  readonly publicJwk: PublicKey;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export interface SigningKeys {
  /** The app's signing key; made when it is asked for the first time, kept in memory from then on. */
  get(appId: string): Promise<SigningKey>;
}

/** Keeps the signing keys of all apps: ES256 (RFC 7518 §3.4), the private part sealed at rest. */
export function createSigningKeys(world: World, sealing: Sealing): SigningKeys {
  const store = createKeyStore(world.database);
  const loaded = new Map<string, Promise<SigningKey>>();
  // A row moved to another app or key must not open there.
  const aadOf = (kid: string) => ['signing-key', kid];

  async function addFirst(appId: string): Promise<void> {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });
    const kid = await calculateJwkThumbprint({ kty: 'EC', crv: 'P-256', x, y });
    const pkcs8 = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
    const privateKey = await sealing.seal(appId, aadOf(kid), pkcs8);
    const publicJwk: PublicKey = { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' };
    await store.addFirst(appId, { kid, publicJwk, privateKey }, world.clock.now());
  }

  async function open(appId: string, stored: StoredKey): Promise<SigningKey> {
    const pkcs8 = Buffer.from(await sealing.open(appId, aadOf(stored.kid), stored.privateKey));
    const { kid, publicJwk } = stored;
    const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
    const jwtHeader = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'JWT', kid })).toString('base64url');
    return { kid, jwtHeader, publicJwk, publicKey: createPublicKey(privateKey), privateKey };
  }

  async function load(appId: string): Promise<SigningKey> {
    let stored = await store.find(appId);
    if (!stored) {
      await addFirst(appId);
      // Whoever was first decides: all processes must sign with the same key.
      stored = await store.find(appId);
    }
    if (!stored) throw new Error('The signing key that was just made is not in the database.');
    return open(appId, stored);
  }

  return {
    get(appId) {
      const known = loaded.get(appId);
      if (known) return known;
      const loading = load(appId);
      loaded.set(appId, loading);
      loading.catch(() => loaded.delete(appId));
      return loading;
    },
  };
}
