import {
  adminAppBodySchema,
  adminAppChangeSchema,
  adminAppListSchema,
  adminAppSchema,
  adminRoutes,
  rotateSecretBodySchema,
  rotateSecretReplySchema,
} from '../../admin.ts';
import { feature } from '../feature.ts';
import { signingKeyListSchema } from '../session.ts';

/** What an operator does with apps. */
export const admin = /* @__PURE__ */ feature('admin', adminRoutes, {
  createApp: { body: adminAppBodySchema, reply: adminAppSchema },
  listApps: { body: null, reply: adminAppListSchema },
  getApp: { body: null, reply: adminAppSchema },
  rotateSecret: { body: rotateSecretBodySchema, reply: rotateSecretReplySchema },
  updateApp: { body: adminAppChangeSchema, reply: adminAppSchema },
  rotateSigningKey: { body: null, reply: signingKeyListSchema },
  revokeSigningKey: { body: null, reply: signingKeyListSchema },
});
