import { fail, usualTokenLifeS } from '@latchkey/wire';
import { type Audit, auditLifeMs, operatorActor, operatorLog } from '../audit/index.ts';
import { deriveKey, keyedHash, randomId } from '../crypto/index.ts';
import { describeError } from '../http/index.ts';
import type { World } from '../world.ts';
import type { OperatorTokens } from './index.ts';
import { operatorTokenImplementations } from './routes.ts';
import { createOperatorTokenStore } from './store.ts';

/** 32 random bytes as base64url after a prefix, by which a scanner for leaked secrets recognises a token. */
const tokenPattern = /^lko_[A-Za-z0-9_-]{43}$/;
/** Shortest time between two stored uses of a token, in ms. */
const useEveryMs = 60_000;

export function createOperatorTokens(world: World, { audit }: { audit: Audit }): OperatorTokens {
  const { clock, database, log, random } = world;
  const store = createOperatorTokenStore(database);
  const key = deriveKey(world.secret, 'latchkey/operator-tokens/v1');
  const hashOf = (token: string) => keyedHash(key, [token]);

  /** Stores a use. A failure refuses nobody: on a cluster, one dead node stops all writes of this table. */
  async function noteUse(tokenId: string, nowMs: number): Promise<void> {
    await store.noteUse(tokenId, nowMs, nowMs - useEveryMs).catch((error: unknown) => {
      log.warn({ token: tokenId, error: describeError(error) }, 'the use of a token was not stored');
    });
  }

  const create: OperatorTokens['create'] = async ({ name, role, expires_in_s = usualTokenLifeS }, author) => {
    const token = `lko_${Buffer.from(random.bytes(32)).toString('base64url')}`;
    const nowMs = clock.now();
    const row = {
      tokenId: `tok_${randomId(random)}`,
      hash: hashOf(token),
      name,
      role,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + expires_in_s * 1000,
      revokedAtMs: null,
      lastUsedAtMs: null,
    };
    const actor =
      author === 'command' ? ({ type: 'system', id: 'token_command' } as const) : operatorActor(author);
    await database.transaction(async (tx) => {
      // An attacker whose stolen token is being revoked could create another one at the same moment. The lock puts
      // the two in an order: the new token is listed once the revocation is answered, or it is refused.
      const own = author === 'command' ? null : author.id;
      if (own !== null && !(await store.lockLiving(tx, own, nowMs))) fail('missing_or_invalid_token');
      await store.add(tx, row);
      const event = { kind: 'operator_token.created', userId: null, actor, subject: row.tokenId } as const;
      await audit.record(tx, operatorLog, { ...event, details: { role } });
    });
    return {
      id: row.tokenId,
      name,
      role,
      created_at: Math.floor(row.createdAtMs / 1000),
      expires_at: Math.floor(row.expiresAtMs / 1000),
      token,
    };
  };

  return {
    routes: operatorTokenImplementations(world, { audit, create, store }),
    create,

    async find(token) {
      if (!tokenPattern.test(token)) return null;
      const nowMs = clock.now();
      const row = await store.findLiving(hashOf(token), nowMs);
      if (!row) return null;
      const isDue = row.lastUsedAtMs === null || row.lastUsedAtMs < nowMs - useEveryMs;
      if (isDue) await noteUse(row.tokenId, nowMs);
      return { id: row.tokenId, role: row.role };
    },

    sweep: () => store.sweep(clock.now() - auditLifeMs),
  };
}
