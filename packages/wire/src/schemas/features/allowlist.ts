import { allowlistRoutes } from '../../allowlist.ts';
import {
  allowlistBodySchema,
  allowlistEntriesSchema,
  allowlistEntrySchema,
  removedAllowlistEntrySchema,
} from '../allowlist.ts';
import { feature } from '../feature.ts';

/** The allowlist of an app. */
export const allowlist = /* @__PURE__ */ feature('allowlist', allowlistRoutes, {
  list: { body: null, reply: allowlistEntriesSchema },
  add: { body: allowlistBodySchema, reply: allowlistEntrySchema },
  remove: { body: allowlistBodySchema, reply: removedAllowlistEntrySchema },
});
