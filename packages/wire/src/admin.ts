import * as v from 'valibot';
import { flag } from './about.ts';
import { appPrivateEntries } from './app-config/private.ts';
import { appSettingsEntries } from './app-config/served.ts';
import { appInputSchema, type UnbuiltSetting } from './app-config/settings.ts';
import { feature } from './feature.ts';
import { route } from './route.ts';
import type { InputOf, OutputOf } from './schema.ts';
import { type SigningKeyList, signingKeyListSchema } from './session.ts';

/** App as the operator's API returns it. `app_secret` is only in the answer that creates the app. */
export const adminAppSchema = () =>
  v.object({
    id: v.string(),
    ...appSettingsEntries(),
    ...appPrivateEntries(),
    managed_by: v.picklist(['api', 'file']),
    disabled: v.boolean(),
    version: v.number(),
    created_at: v.number(),
    updated_at: v.number(),
    app_secret: v.optional(v.string()),
  });
export type AdminApp = OutputOf<typeof adminAppSchema>;
export const adminAppListSchema = () => v.object({ apps: v.array(adminAppSchema()) });
/** Change of an app. With `force`, it may take away second factors that users rely on. */
export const adminAppChangeSchema = () =>
  v.strictObject({
    ...appInputSchema().entries,
    force: v.optional(
      flag(
        "If true, the change may remove second factors from the app's methods even if some users have no other factor. The service then refuses these users every operation that needs one.",
      ),
    ),
  });
export type AdminAppChange = Omit<InputOf<typeof adminAppChangeSchema>, UnbuiltSetting>;
export type AdminAppBody = Omit<InputOf<typeof appInputSchema>, UnbuiltSetting>;

export const rotateSecretBodySchema = () =>
  v.strictObject({
    /** Seconds for which the old secret stays valid, so that back ends can be deployed one after the other. */
    overlap_s: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7 * 86_400, 'must be at most 7 days')),
      86_400,
    ),
  });
export type RotateSecretBody = InputOf<typeof rotateSecretBodySchema>;
export const rotateSecretReplySchema = () =>
  v.object({
    app_secret: v.string(),
    /** Unix seconds. */
    old_secret_expires_at: v.number(),
  });
export type RotateSecretReply = OutputOf<typeof rotateSecretReplySchema>;

const codes = ['missing_or_invalid_token', 'not_found', 'app_managed_by_file'] as const;

export const adminRoutes = {
  createApp: /* @__PURE__ */ route<AdminAppBody, AdminApp>({
    name: 'admin.createApp',
    method: 'POST',
    path: '/api/v1/admin/apps',
    auth: 'operator',
    role: 'admin',
    retry: 'never',
    codes: [...codes, 'insufficient_role'],
    summary: 'Creates an app. Only this answer contains the app secret.',
  }),
  listApps: /* @__PURE__ */ route<undefined, OutputOf<typeof adminAppListSchema>>({
    name: 'admin.listApps',
    method: 'GET',
    path: '/api/v1/admin/apps',
    auth: 'operator',
    role: 'viewer',
    retry: 'safe',
    codes,
    summary: 'Lists all apps.',
  }),
  getApp: /* @__PURE__ */ route<undefined, AdminApp>({
    name: 'admin.getApp',
    method: 'GET',
    path: '/api/v1/admin/apps/{id}',
    auth: 'operator',
    role: 'viewer',
    retry: 'safe',
    codes,
    summary: 'Returns an app with all its settings.',
  }),
  rotateSecret: /* @__PURE__ */ route<RotateSecretBody, RotateSecretReply>({
    name: 'admin.rotateSecret',
    method: 'POST',
    path: '/api/v1/admin/apps/{id}/secret',
    auth: 'operator',
    role: 'admin',
    retry: 'never',
    codes: [...codes, 'insufficient_role'],
    summary:
      'Creates a new secret for the app. Only this answer contains it. The old secret stays valid for `overlap_s` seconds.',
  }),
  updateApp: /* @__PURE__ */ route<AdminAppChange, AdminApp>({
    name: 'admin.updateApp',
    method: 'PATCH',
    path: '/api/v1/admin/apps/{id}',
    auth: 'operator',
    role: 'admin',
    retry: 'never',
    codes: [...codes, 'insufficient_role'],
    summary: 'Changes the settings in the body.',
  }),
  rotateSigningKey: /* @__PURE__ */ route<undefined, SigningKeyList>({
    name: 'admin.rotateSigningKey',
    method: 'POST',
    path: '/api/v1/admin/apps/{id}/signing-keys',
    auth: 'operator',
    role: 'admin',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'insufficient_role', 'app_not_found'],
    summary:
      "Publishes a new signing key, which signs the app's tokens two hours later. If a new key is already waiting, none is created.",
  }),
  revokeSigningKey: /* @__PURE__ */ route<undefined, SigningKeyList>({
    name: 'admin.revokeSigningKey',
    method: 'DELETE',
    path: '/api/v1/admin/apps/{id}/signing-keys/{kid}',
    auth: 'operator',
    role: 'admin',
    retry: 'never',
    codes: ['missing_or_invalid_token', 'insufficient_role', 'app_not_found', 'not_found'],
    summary:
      'Removes a leaked signing key from the key set at once. Everything that it signed becomes invalid, and another key signs from then on.',
  }),
} as const;

export const adminFeature = () =>
  feature('admin', adminRoutes, {
    createApp: { body: appInputSchema(), reply: adminAppSchema() },
    listApps: { body: null, reply: adminAppListSchema() },
    getApp: { body: null, reply: adminAppSchema() },
    rotateSecret: { body: rotateSecretBodySchema(), reply: rotateSecretReplySchema() },
    updateApp: { body: adminAppChangeSchema(), reply: adminAppSchema() },
    rotateSigningKey: { body: null, reply: signingKeyListSchema() },
    revokeSigningKey: { body: null, reply: signingKeyListSchema() },
  });
