import * as v from 'valibot';
import { flag } from './about.ts';
import { appPrivateEntries } from './app-config/private.ts';
import { appSettingsEntries } from './app-config/served.ts';
import { appInputSchema, type UnbuiltSetting } from './app-config/settings.ts';
import { feature } from './feature.ts';
import { route } from './route.ts';
import type { InputOf, OutputOf } from './schema.ts';
import { type SigningKeyList, signingKeyListSchema } from './session.ts';

/** An app as the operator's API answers it. `app_secret` is there once, in the answer that creates the app. */
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
/** A change of an app, which may take something from users who rely on it. */
export const adminAppChangeSchema = () =>
  v.strictObject({
    ...appInputSchema().entries,
    force: v.optional(
      flag(
        'Takes second factors from the methods of the app even where users have no other, who are then refused what needs one.',
      ),
    ),
  });
export type AdminAppChange = Omit<InputOf<typeof adminAppChangeSchema>, UnbuiltSetting>;
export type AdminAppBody = Omit<InputOf<typeof appInputSchema>, UnbuiltSetting>;

export const rotateSecretBodySchema = () =>
  v.strictObject({
    /** Seconds that the old secret stays valid, for back ends that are deployed one after the other. */
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
    auth: 'admin',
    retry: 'never',
    codes,
    summary: 'Creates an app; its secret is in this answer only.',
  }),
  listApps: /* @__PURE__ */ route<undefined, OutputOf<typeof adminAppListSchema>>({
    name: 'admin.listApps',
    method: 'GET',
    path: '/api/v1/admin/apps',
    auth: 'admin',
    retry: 'safe',
    codes,
    summary: 'Lists all apps.',
  }),
  getApp: /* @__PURE__ */ route<undefined, AdminApp>({
    name: 'admin.getApp',
    method: 'GET',
    path: '/api/v1/admin/apps/{id}',
    auth: 'admin',
    retry: 'safe',
    codes,
    summary: 'One app with all its settings.',
  }),
  rotateSecret: /* @__PURE__ */ route<RotateSecretBody, RotateSecretReply>({
    name: 'admin.rotateSecret',
    method: 'POST',
    path: '/api/v1/admin/apps/{id}/secret',
    auth: 'admin',
    retry: 'never',
    codes,
    summary: 'Gives the app a new secret, in this answer only; the old one stays valid for `overlap_s`.',
  }),
  updateApp: /* @__PURE__ */ route<AdminAppChange, AdminApp>({
    name: 'admin.updateApp',
    method: 'PATCH',
    path: '/api/v1/admin/apps/{id}',
    auth: 'admin',
    retry: 'never',
    codes,
    summary: 'Changes the settings that the body names.',
  }),
  rotateSigningKey: /* @__PURE__ */ route<undefined, SigningKeyList>({
    name: 'admin.rotateSigningKey',
    method: 'POST',
    path: '/api/v1/admin/apps/{id}/signing-keys',
    auth: 'admin',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'app_not_found'],
    summary:
      "Publishes a new key that signs the app's tokens from two hours later on, unless one is waiting already.",
  }),
  revokeSigningKey: /* @__PURE__ */ route<undefined, SigningKeyList>({
    name: 'admin.revokeSigningKey',
    method: 'DELETE',
    path: '/api/v1/admin/apps/{id}/signing-keys/{kid}',
    auth: 'admin',
    retry: 'never',
    codes: ['missing_or_invalid_token', 'app_not_found', 'not_found'],
    summary:
      'Takes a key that leaked out of the key set at once: nothing that it signed is good any more, and another signs.',
  }),
} as const;

/** Joins the operator's routes for apps with their schemas. */
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
