import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { fail, limits, type PublicKey } from '@latchkey/wire';
import { calculateJwkThumbprint } from 'jose';
import { type Audit, operatorActor } from '../../audit/index.ts';
import type { Hs256Key, Sealing } from '../../crypto/index.ts';
import type { Operator } from '../../operator.ts';
import type { World } from '../../world.ts';
import { toServiceKey } from './serviceKey.ts';
import { createKeyStore, type StoredKey } from './store.ts';

export interface SigningKey {
  readonly kid: string;
  readonly generation: number;
  readonly publishedAtMs: number;
  /** Time (Unix ms) from which the key signs, until the next generation takes over. */
  readonly signsFromMs: number;
  readonly jwtHeader: string;
  readonly publicJwk: PublicKey;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  /** MAC key of the tokens that only this service reads. */
  readonly service: Hs256Key;
}

export interface SigningKeys {
  /** Returns the key that signs now. Creates an app's first key on demand. */
  get(appId: string): Promise<SigningKey>;
  /**
   * Returns the current key set, oldest first: the key that signs, the next one, and keys replaced less than two
   * hours ago.
   */
  list(appId: string): Promise<SigningKey[]>;
  /** Returns the public half of the key that signs now, as SPKI PEM. */
  verificationKey(appId: string): Promise<string>;
  /** Publishes the next key, which signs two hours later, unless one is waiting already. Returns the key set. */
  rotate(appId: string, operator: Operator | null): Promise<SigningKey[]>;
  /**
   * Removes a leaked key from the key set. Returns the remaining keys. If it was the signing key, the waiting key or a
   * new one signs from now on. Other processes accept the removed key until they read the keys again
   * (docs/contracts.md, Tokens and keys).
   *
   * @throws ServiceError `not_found` if there is no such key
   */
  revoke(appId: string, kid: string, operator: Operator | null): Promise<SigningKey[]>;
  sweep(): Promise<void>;
}

/**
 * Time for which keys are used without reading them again, in ms. Other processes have to notice a revoked key within
 * 10 s (docs/contracts.md, Tokens and keys).
 */
const freshMs = 5_000;

/** Creates the signing keys of all apps: ES256 (RFC 7518 §3.4), the private part sealed at rest. */
export function createSigningKeys(
  world: World,
  { audit, sealing }: { audit: Audit; sealing: Sealing },
): SigningKeys {
  const { clock, database } = world;
  const store = createKeyStore(database);
  const loaded = new Map<string, { untilMs: number; keys: Promise<SigningKey[]> }>();
  // Binds the sealed key to its kid. An attacker who can write to the database could otherwise move it to another row.
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

  /** Reads an app's keys, and reuses those that the previous read already opened. */
  async function load(appId: string, before: readonly SigningKey[]): Promise<SigningKey[]> {
    let stored = await store.list(appId);
    if (stored.length === 0) {
      // Another process may have added one first, so this reads again.
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

  async function revoke(appId: string, kid: string, operator: Operator | null): Promise<SigningKey[]> {
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
      // A rotation can add its key after the lock, which covers only existing keys. That key is then the waiting one.
      if (made && !(await store.add(tx, appId, made))) return false;
      await store.remove(tx, appId, revoked.generation);
      if (isSigning && waiting) await store.begin(tx, appId, waiting.generation, nowMs);
      const event = { kind: 'signing_key.revoked', userId: null, subject: kid } as const;
      await audit.record(tx, appId, { ...event, actor: operatorActor(operator) });
      return true;
    });
    // Another request changed the keys in the meantime, so the decision above is outdated.
    if (!isDone) return revoke(appId, kid, operator);
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
    async rotate(appId, operator) {
      // Bypasses the cache, because another process may have rotated a moment ago.
      const keys = await loadAfter(appId, read(appId));
      const newest = keys.at(-1);
      const nowMs = clock.now();
      if (newest && newest.signsFromMs <= nowMs) {
        const next = await make(appId, newest.generation + 1, nowMs + limits.signingKeyOverlapMs);
        await database.transaction(async (tx) => {
          if (!(await store.add(tx, appId, next))) return;
          const event = { kind: 'signing_key.rotated', userId: null, subject: next.kid } as const;
          await audit.record(tx, appId, { ...event, actor: operatorActor(operator) });
        });
        await loadAfter(appId, read(appId));
      }
      return list(appId);
    },
    revoke,
    sweep: () => store.sweep(clock.now()),
  };
}

/** Returns the newest key that has begun to sign, or the first key if the clock was set back before all of them. */
function signingAt(keys: readonly SigningKey[], nowMs: number): SigningKey | undefined {
  return keys.findLast((key) => key.signsFromMs <= nowMs) ?? keys[0];
}

/** Returns the keys that verifiers still need: those whose successor has not signed for the whole overlap. */
function servedAt(keys: readonly SigningKey[], nowMs: number): SigningKey[] {
  return keys.filter((_, at) => {
    const successor = keys[at + 1];
    return !successor || nowMs < successor.signsFromMs + limits.signingKeyOverlapMs;
  });
}
