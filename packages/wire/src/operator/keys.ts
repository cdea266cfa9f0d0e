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
            /** Null if the key is not configured. Nothing that it wraps can then be opened. */
            provider: v.nullable(v.picklist(['aws-kms', 'environment', 'file'])),
            /** True if it wraps new data keys. */
            first: v.boolean(),
            data_keys: v.number(),
            /** True if it wraps no data key and is not the first, so that it may be removed from the configuration. */
            removable: v.boolean(),
          }),
        ),
      }),
    ),
  });
export type KekList = OutputOf<typeof kekListSchema>;

/** Versions of the new data keys. */
export const dataKeysReplySchema = () => v.object({ parts: v.number(), recovery: v.number() });
export type DataKeysReply = OutputOf<typeof dataKeysReplySchema>;

/** Operator's routes for the keys that seal what the service stores (docs/guide/keys.md). */
export const keyRoutes = {
  list: /* @__PURE__ */ route<undefined, KekList>({
    name: 'keys.list',
    method: 'GET',
    path: '/api/v1/admin/keys',
    auth: 'operator',
    role: 'admin',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'insufficient_role', 'service_unavailable'],
    summary:
      'Lists the key-encryption keys of both stores, the number of data keys that depend on each, and the keys that you may remove.',
  }),
  rotate: /* @__PURE__ */ route<undefined, DataKeysReply>({
    name: 'keys.rotate',
    method: 'POST',
    path: '/api/v1/admin/apps/{id}/data-keys',
    auth: 'operator',
    role: 'admin',
    retry: 'never',
    codes: ['missing_or_invalid_token', 'insufficient_role', 'app_not_found', 'service_unavailable'],
    summary:
      'Creates new data keys for an app in both stores. Data sealed with older keys can still be opened.',
  }),
} as const;

export const keysFeature = () =>
  feature('keys', keyRoutes, {
    list: { body: null, reply: kekListSchema() },
    rotate: { body: null, reply: dataKeysReplySchema() },
  });
