import { route } from '../route.ts';
import type { DataKeysReply, KekList } from '../schemas/operator/keys.ts';

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
