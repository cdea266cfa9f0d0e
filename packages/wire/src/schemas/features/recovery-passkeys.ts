import * as v from 'valibot';
import { recoveryPasskeyRoutes } from '../../users/recoveryPasskeys.ts';
import { feature } from '../feature.ts';

/** Passkeys that recover wallets. */
export const recoveryPasskeys = /* @__PURE__ */ feature('recoveryPasskeys', recoveryPasskeyRoutes, {
  list: {
    body: null,
    reply: v.object({
      passkeys: v.array(v.object({ id: v.string(), created_at: v.number(), addresses: v.array(v.string()) })),
    }),
  },
  remove: { body: v.object({}), reply: v.object({}) },
});
