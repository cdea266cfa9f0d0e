import * as v from 'valibot';
import { about } from '../about.ts';
import { feature } from '../feature.ts';
import { seconds } from '../fields.ts';
import { operatorRoles } from '../operatorRoles.ts';
import { toPlainLine } from '../plainLine.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';

const all = '/api/v1/admin/tokens';
const dayS = 86_400;
/** Default life of a token, in seconds. */
export const usualTokenLifeS = 90 * dayS;

const role = () =>
  about(
    '`viewer` reads apps, webhooks, connections and the audit log. `support` also helps users. `admin` may do everything.',
    v.picklist(operatorRoles),
  );
const name = () =>
  about(
    'Who or what uses the token. The audit log names the token by its id, never by this name.',
    v.pipe(
      v.string(),
      v.maxLength(400),
      v.transform(toPlainLine),
      v.minLength(1, 'must have a character'),
      v.maxLength(80),
    ),
  );

export const operatorTokenBodySchema = () =>
  v.strictObject({
    name: name(),
    role: role(),
    expires_in_s: about(
      'Life of the token in seconds, from a minute to 365 days. Default: 90 days.',
      v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(60), v.maxValue(365 * dayS, 'must be at most 365 days')),
        usualTokenLifeS,
      ),
    ),
  });
export type OperatorTokenBody = InputOf<typeof operatorTokenBodySchema>;

const tokenFacts = () => ({
  id: v.string(),
  name: v.string(),
  role: role(),
  created_at: seconds(),
  expires_at: seconds(),
});

/** Token as it is listed. The service stores only a hash of the token itself. */
export const operatorTokenSchema = () =>
  v.object({
    ...tokenFacts(),
    revoked_at: v.nullable(seconds()),
    last_used_at: about(
      'Time of the last use that was stored. A use is stored at most once a minute.',
      v.nullable(seconds()),
    ),
  });
export type OperatorToken = OutputOf<typeof operatorTokenSchema>;

export const newOperatorTokenSchema = () =>
  v.object({
    ...tokenFacts(),
    token: about('Bearer of the operator API. Only this answer contains it.', v.string()),
  });
export type NewOperatorToken = OutputOf<typeof newOperatorTokenSchema>;

export const operatorTokenListSchema = () => v.object({ data: v.array(operatorTokenSchema()) });
export type OperatorTokenList = OutputOf<typeof operatorTokenListSchema>;

/** Token with which the caller authenticates. For the shared key, everything but the role is null. */
export const currentOperatorTokenSchema = () =>
  v.object({
    id: v.nullable(v.string()),
    name: v.nullable(v.string()),
    role: role(),
    created_at: v.nullable(seconds()),
    expires_at: v.nullable(seconds()),
    revoked_at: v.nullable(seconds()),
    last_used_at: v.nullable(seconds()),
  });
export type CurrentOperatorToken = OutputOf<typeof currentOperatorTokenSchema>;

export const operatorTokenRevokedSchema = () => v.object({});
export type OperatorTokenRevoked = OutputOf<typeof operatorTokenRevokedSchema>;

/** Operator's routes for the tokens of its people and programs. */
export const operatorTokenRoutes = {
  create: /* @__PURE__ */ route<OperatorTokenBody, NewOperatorToken>({
    name: 'operatorTokens.create',
    method: 'POST',
    path: all,
    auth: 'operator',
    role: 'admin',
    retry: 'never',
    codes: ['missing_or_invalid_token', 'insufficient_role'],
    summary: 'Creates a token for the operator API. Only this answer contains it.',
  }),
  list: /* @__PURE__ */ route<undefined, OperatorTokenList>({
    name: 'operatorTokens.list',
    method: 'GET',
    path: all,
    auth: 'operator',
    role: 'admin',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'insufficient_role'],
    summary:
      'Lists the tokens of the operator API, the newest first. A token that has ended stays in the list for 400 days.',
  }),
  getCurrent: /* @__PURE__ */ route<undefined, CurrentOperatorToken>({
    name: 'operatorTokens.getCurrent',
    method: 'GET',
    path: `${all}/current`,
    auth: 'operator',
    role: 'viewer',
    retry: 'safe',
    codes: ['missing_or_invalid_token'],
    summary: 'Returns the token that calls. For `LATCHKEY_ADMIN_KEY`, all fields but the role are null.',
  }),
  revoke: /* @__PURE__ */ route<undefined, OperatorTokenRevoked>({
    name: 'operatorTokens.revoke',
    method: 'DELETE',
    path: `${all}/{token_id}`,
    auth: 'operator',
    role: 'viewer',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'insufficient_role', 'not_found'],
    summary:
      'Revokes a token at once. Every token may revoke itself; only the role `admin` may revoke another one.',
  }),
} as const;

export const operatorTokensFeature = () =>
  feature('operatorTokens', operatorTokenRoutes, {
    create: { body: operatorTokenBodySchema(), reply: newOperatorTokenSchema() },
    list: { body: null, reply: operatorTokenListSchema() },
    getCurrent: { body: null, reply: currentOperatorTokenSchema() },
    revoke: { body: null, reply: operatorTokenRevokedSchema() },
  });
