import * as v from 'valibot';
import { feature } from '../feature.ts';
import { route } from '../route.ts';

/** A passkey that recovers a wallet. */
export interface WireRecoveryPasskey {
  id: string;
  /** Unix seconds. */
  created_at: number;
  /** The wallets that it opens. */
  addresses: string[];
}

export interface RecoveryPasskeyList {
  /** Oldest first. */
  passkeys: WireRecoveryPasskey[];
}

/** What signed-in users ask about the passkeys that recover their wallets (docs/custody.md). */
export const recoveryPasskeyRoutes = {
  list: /* @__PURE__ */ route<undefined, RecoveryPasskeyList>({
    name: 'recoveryPasskeys.list',
    method: 'GET',
    path: '/api/v1/users/me/recovery_passkeys',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'missing_or_invalid_mfa'],
    summary: "The passkeys that recover the user's wallets.",
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

/** Passkeys that recover wallets. */
export const recoveryPasskeysFeature = () =>
  feature('recoveryPasskeys', recoveryPasskeyRoutes, {
    list: {
      body: null,
      reply: v.object({
        passkeys: v.array(
          v.object({ id: v.string(), created_at: v.number(), addresses: v.array(v.string()) }),
        ),
      }),
    },
    remove: { body: v.object({}), reply: v.object({}) },
  });
