import * as v from 'valibot';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { OutputOf } from '../schema.ts';

export const kekListSchema = () =>
  v.object({
    stores: v.array(
      v.object({
        store: v.picklist(['parts', 'recovery']),
        keks: v.array(
          v.object({
            id: v.string(),
            /** Null for one that is not configured: what it wraps cannot be opened. */
            provider: v.nullable(v.picklist(['aws-kms', 'environment', 'file'])),
            /** Wraps new data keys. */
            first: v.boolean(),
            data_keys: v.number(),
            /** Nothing depends on it any more: it may leave the configuration. */
            removable: v.boolean(),
          }),
        ),
      }),
    ),
  });
export type KekList = OutputOf<typeof kekListSchema>;

/** The versions of the new data keys. */
export const dataKeysReplySchema = () => v.object({ parts: v.number(), recovery: v.number() });
export type DataKeysReply = OutputOf<typeof dataKeysReplySchema>;

/** The operator's routes for the keys that seal what the service stores (docs/guide/keys.md). */
export const keyRoutes = {
  list: /* @__PURE__ */ route<undefined, KekList>({
    name: 'keys.list',
    method: 'GET',
    path: '/api/v1/admin/keys',
    auth: 'admin',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'service_unavailable'],
    summary: 'The key-encryption keys of both stores, how many data keys depend on each, and which may go.',
  }),
  rotate: /* @__PURE__ */ route<undefined, DataKeysReply>({
    name: 'keys.rotate',
    method: 'POST',
    path: '/api/v1/admin/apps/{id}/data-keys',
    auth: 'admin',
    retry: 'never',
    codes: ['missing_or_invalid_token', 'app_not_found', 'service_unavailable'],
    summary: 'Gives an app new data keys in both stores; what older ones sealed still opens.',
  }),
} as const;

/** The keys that seal the stores. */
export const keysFeature = () =>
  feature('keys', keyRoutes, {
    list: { body: null, reply: kekListSchema() },
    rotate: { body: null, reply: dataKeysReplySchema() },
  });
