import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { fail, limits, type PublicKey } from '@latchkey/wire';
import { calculateJwkThumbprint } from 'jose';
import type { Audit } from '../../audit/index.ts';
import type { Hs256Key, Sealing } from '../../crypto/index.ts';
import type { World } from '../../world.ts';
import { toServiceKey } from './serviceKey.ts';
import { createKeyStore, type StoredKey } from './store.ts';

/** A key that signs an app's tokens, ready for use. */
export interface SigningKey {
  readonly kid: string;
  readonly generation: number;
  readonly publishedAtMs: number;
  /** It signs from then on, until the next generation does. */
  readonly signsFromMs: number;
  /** Header of every token that it signs, encoded. */
  readonly jwtHeader: string;
  readonly publicJwk: PublicKey;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  /** The key of the tokens that only this service reads. */
  readonly service: Hs256Key;
}

export interface SigningKeys {
  /** The key that signs now; an app's first one is made when it is asked for. */
  get(appId: string): Promise<SigningKey>;
  /** The key set now, oldest first: what signs, what will sign, and what signed until less than two hours ago. */
  list(appId: string): Promise<SigningKey[]>;
  /** The public half of the key that signs now, as SPKI PEM. */
  verificationKey(appId: string): Promise<string>;
  /** Publishes the next key, which signs two hours later, unless one is waiting already; gives the key set. */
  rotate(appId: string): Promise<SigningKey[]>;
  /**
   * Takes a key out of the key set at once, for one that leaked; gives what is left. Where it was the one that signs, the
   * next one does from now on. Other processes see it within 10 s.
   * @throws ServiceError `not_found` when there is no such key
   */
  revoke(appId: string, kid: string): Promise<SigningKey[]>;
  /** Deletes keys that have left their key sets. */
  sweep(): Promise<void>;
}

/** A rotation by another process is seen within 10 s (docs/contracts.md, Apps); half of it leaves room for slow reads. */
const freshMs = 5_000;

/** Keeps the signing keys of all apps: ES256 (RFC 7518 §3.4), the private part sealed at rest. */
export function createSigningKeys(
  world: World,
  { audit, sealing }: { audit: Audit; sealing: Sealing },
): SigningKeys {
  const { clock, database } = world;
  const store = createKeyStore(database);
  const loaded = new Map<string, { untilMs: number; keys: Promise<SigningKey[]> }>();
  // A row moved to another app or key must not open there.
  const aadOf = (kid: string) => ['signing-key', kid];

  async function make(appId: string, generation: number, signsFromMs: number): Promise<StoredKey> {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });
    const kid = await calculateJwkThumbprint({ kty: 'EC', crv: 'P-256', x, y });
    const pkcs8 = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
    const privateKey = await sealing.seal(appId, aadOf(kid), pkcs8);
    const publicJwk: PublicKey = { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' };
    return { generation, kid, publicJwk, privateKey, createdAtMs: clock.now(), signsFromMs };
  }

  async function open(appId: string, stored: StoredKey): Promise<SigningKey> {
    const pkcs8 = Buffer.from(await sealing.open(appId, aadOf(stored.kid), stored.privateKey));
    const { kid, generation, publicJwk, createdAtMs, signsFromMs } = stored;
    const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
    const jwtHeader = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'JWT', kid })).toString('base64url');
    const publicKey = createPublicKey(privateKey);
    return {
      kid,
      generation,
      publishedAtMs: createdAtMs,
      signsFromMs,
      jwtHeader,
      publicJwk,
      publicKey,
      privateKey,
      service: toServiceKey(kid, privateKey),
    };
  }

  /** Reads an app's keys; those of the reading before are not opened again. */
  async function load(appId: string, before: readonly SigningKey[]): Promise<SigningKey[]> {
    let stored = await store.list(appId);
    if (stored.length === 0) {
      // Anyone who is first decides: all processes must sign with the same key.
      await store.add(database.db, appId, await make(appId, 1, clock.now()));
      stored = await store.list(appId);
    }
    const known = (kid: string) => before.find((key) => key.kid === kid);
    return Promise.all(
      stored.map(async (row) => ({
        ...(known(row.kid) ?? (await open(appId, row))),
        signsFromMs: row.signsFromMs,
      })),
    );
  }

  function loadAfter(appId: string, before: Promise<readonly SigningKey[]>): Promise<SigningKey[]> {
    const keys = before.catch(() => []).then((known) => load(appId, known));
    const made = { untilMs: clock.now() + freshMs, keys };
    loaded.set(appId, made);
    keys.catch(() => loaded.get(appId) === made && loaded.delete(appId));
    return keys;
  }

  function read(appId: string): Promise<SigningKey[]> {
    const entry = loaded.get(appId);
    if (entry && clock.now() < entry.untilMs) return entry.keys;
    return loadAfter(appId, entry?.keys ?? Promise.resolve([]));
  }

  async function revoke(appId: string, kid: string): Promise<SigningKey[]> {
    const nowMs = clock.now();
    const before = await loadAfter(appId, read(appId));
    const revoked = before.find((key) => key.kid === kid);
    if (!revoked) return fail('not_found', { message: 'There is no such key' });
    const isSigning = signingAt(before, nowMs) === revoked;
    const waiting = before.find((key) => key.generation > revoked.generation);
    const made = isSigning && !waiting ? await make(appId, revoked.generation + 1, nowMs) : null;
    const isDone = await database.transaction(async (tx) => {
      const kids = (await store.lock(tx, appId)).map((key) => key.kid);
      if (kids.join() !== before.map((key) => key.kid).join()) return false;
      await store.remove(tx, appId, revoked.generation);
      if (isSigning && waiting) await store.begin(tx, appId, waiting.generation, nowMs);
      if (made) await store.add(tx, appId, made);
      const event = { kind: 'signing_key.revoked', userId: null, actor: { type: 'operator' } } as const;
      await audit.record(tx, appId, { ...event, subject: kid });
      return true;
    });
    // Someone changed the keys in between, so that what was decided above no longer holds.
    if (!isDone) return revoke(appId, kid);
    await loadAfter(appId, read(appId));
    return list(appId);
  }

  async function list(appId: string): Promise<SigningKey[]> {
    return servedAt(await read(appId), clock.now());
  }

  async function get(appId: string): Promise<SigningKey> {
    const key = signingAt(await read(appId), clock.now());
    if (!key) throw new Error('The signing key that was just made is not in the database.');
    return key;
  }

  return {
    get,
    list,
    async verificationKey(appId) {
      const { publicKey } = await get(appId);
      return publicKey.export({ format: 'pem', type: 'spki' }).toString();
    },
    async rotate(appId) {
      // Past what is kept in memory: another process may have rotated a second ago.
      const keys = await loadAfter(appId, read(appId));
      const newest = keys.at(-1);
      const nowMs = clock.now();
      if (newest && newest.signsFromMs <= nowMs) {
        const next = await make(appId, newest.generation + 1, nowMs + limits.signingKeyOverlapMs);
        await database.transaction(async (tx) => {
          if (!(await store.add(tx, appId, next))) return;
          const event = { kind: 'signing_key.rotated', userId: null, actor: { type: 'operator' } } as const;
          await audit.record(tx, appId, { ...event, subject: next.kid });
        });
        await loadAfter(appId, read(appId));
      }
      return list(appId);
    },
    revoke,
    sweep: () => store.sweep(clock.now()),
  };
}

/** The newest key that has begun to sign; before all of them, by a clock that went back, the first. */
function signingAt(keys: readonly SigningKey[], nowMs: number): SigningKey | undefined {
  return keys.findLast((key) => key.signsFromMs <= nowMs) ?? keys[0];
}

/** The keys that verifiers may meet: without those whose successor has been signing for the overlap. */
function servedAt(keys: readonly SigningKey[], nowMs: number): SigningKey[] {
  return keys.filter((_, at) => {
    const successor = keys[at + 1];
    return !successor || nowMs < successor.signsFromMs + limits.signingKeyOverlapMs;
  });
}
