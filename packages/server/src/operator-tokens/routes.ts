import { fail, isRoleEnough, type OperatorToken, operatorTokenRoutes } from '@latchkey/wire';
import { type Audit, operatorActor, operatorLog } from '../audit/index.ts';
import { type Caller, type Implementation, implement } from '../http/index.ts';
import type { Operator } from '../operator.ts';
import type { World } from '../world.ts';
import type { OperatorTokens } from './index.ts';
import type { createOperatorTokenStore } from './store.ts';
import type { OperatorTokenRow } from './table.ts';

interface RouteDeps {
  readonly audit: Audit;
  readonly create: OperatorTokens['create'];
  readonly store: ReturnType<typeof createOperatorTokenStore>;
}

/** Implements the operator's routes for tokens. The request handler has checked the key or token, and its role. */
export function operatorTokenImplementations(world: World, deps: RouteDeps): Implementation[] {
  const { clock, database } = world;
  const { audit, create, store } = deps;

  return [
    implement(operatorTokenRoutes.create, ({ body, caller }) => create(body, getOperator(caller))),
    implement(operatorTokenRoutes.list, async () => ({ data: (await store.list()).map(toToken) })),
    implement(operatorTokenRoutes.getCurrent, async ({ caller }) => {
      const { id, role } = getOperator(caller);
      const none = { id: null, name: null, created_at: null, expires_at: null };
      if (id === null) return { ...none, role, revoked_at: null, last_used_at: null };
      return toToken((await store.find(id)) ?? fail('missing_or_invalid_token'));
    }),
    implement(operatorTokenRoutes.revoke, async ({ caller, params }) => {
      const operator = getOperator(caller);
      const tokenId = params.token_id ?? '';
      // Checked before the look-up. A caller with a lower role could otherwise learn which tokens exist.
      if (tokenId !== operator.id && !isRoleEnough(operator.role, 'admin'))
        fail('insufficient_role', { details: { role: 'admin' } });
      const row = (await store.find(tokenId)) ?? fail('not_found', { message: 'There is no such token' });
      await database.transaction(async (tx) => {
        if (!(await store.revoke(tx, tokenId, clock.now()))) return;
        const event = { kind: 'operator_token.revoked', userId: null, subject: tokenId } as const;
        const details = { role: row.role };
        await audit.record(tx, operatorLog, { ...event, actor: operatorActor(operator), details });
      });
      return {};
    }),
  ];
}

const getOperator = ({ operator }: Caller): Operator => operator ?? fail('missing_or_invalid_token');

const seconds = (ms: number) => Math.floor(ms / 1000);
const secondsOrNull = (ms: number | null) => (ms === null ? null : seconds(ms));

function toToken(row: OperatorTokenRow): OperatorToken {
  return {
    id: row.tokenId,
    name: row.name,
    role: row.role,
    created_at: seconds(row.createdAtMs),
    expires_at: seconds(row.expiresAtMs),
    revoked_at: secondsOrNull(row.revokedAtMs),
    last_used_at: secondsOrNull(row.lastUsedAtMs),
  };
}
