import * as v from 'valibot';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { OutputOf } from '../schema.ts';

const wireRecoveryPasskeySchema = () =>
  v.object({
    id: v.string(),
    /** Unix seconds. */
    created_at: v.number(),
    addresses: v.array(v.string()),
  });
export type WireRecoveryPasskey = OutputOf<typeof wireRecoveryPasskeySchema>;

export const recoveryPasskeyListSchema = () =>
  v.object({
    /** Oldest first. */
    passkeys: v.array(wireRecoveryPasskeySchema()),
  });
export type RecoveryPasskeyList = OutputOf<typeof recoveryPasskeyListSchema>;

/** Routes of signed-in users for the passkeys that recover their wallets (docs/custody.md). */
export const recoveryPasskeyRoutes = {
  list: /* @__PURE__ */ route<undefined, RecoveryPasskeyList>({
    name: 'recoveryPasskeys.list',
    method: 'GET',
    path: '/api/v1/users/me/recovery_passkeys',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'missing_or_invalid_mfa'],
    summary: "Lists the passkeys that recover the user's wallets.",
  }),
  remove: /* @__PURE__ */ route<Record<string, never>, Record<string, never>>({
    name: 'recoveryPasskeys.remove',
    method: 'POST',
    path: '/api/v1/users/me/recovery_passkeys/{passkey_id}/remove',
    auth: 'user',
    retry: 'never',
    codes: [
      'missing_or_invalid_token',
      'missing_or_invalid_mfa',
      'account_on_hold',
      'recent_login_required',
      'recovery_passkey_not_found',
    ],
    summary: 'Destroys the recovery pair of a passkey.',
  }),
} as const;

export const recoveryPasskeysFeature = () =>
  feature('recoveryPasskeys', recoveryPasskeyRoutes, {
    list: { body: null, reply: recoveryPasskeyListSchema() },
    remove: { body: v.object({}), reply: v.object({}) },
  });
