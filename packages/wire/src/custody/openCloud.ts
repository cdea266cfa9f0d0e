import * as v from 'valibot';
import { custodyCodes } from '../codes.ts';
import { parentOrigin } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';

export const openCloudBodySchema = () =>
  v.variant('method', [
    v.strictObject({
      parent_origin: parentOrigin(),
      method: v.literal('google-drive'),
      /** Handle that the host page received from `recovery/oauth/authenticate`. */
      access_token: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
    }),
    // Apple gives its token to the host page, which passes it to the frame. The service does not need it.
    v.strictObject({ parent_origin: parentOrigin(), method: v.literal('icloud') }),
  ]);
export type OpenCloudBody = InputOf<typeof openCloudBodySchema>;

export const openCloudReplySchema = () =>
  v.variant('method', [
    v.object({
      method: v.literal('google-drive'),
      /** URL of Drive's API, without a trailing slash. */
      url: v.string(),
      /** Google's token, only for this app's hidden folder in Drive. */
      access_token: v.string(),
    }),
    v.object({
      method: v.literal('icloud'),
      /** URL of the container's private database, without a trailing slash. */
      url: v.string(),
      api_token: v.string(),
    }),
  ]);
export type OpenCloudReply = OutputOf<typeof openCloudReplySchema>;

export const openCloudRoute = /* @__PURE__ */ route<OpenCloudBody, OpenCloudReply>({
  name: 'frame.openCloud',
  method: 'POST',
  path: '/api/v1/frame/recovery/cloud',
  auth: 'frame',
  retry: 'never',
  codes: [...custodyCodes, 'invalid_credentials', 'not_supported'],
  summary: "Redeems the handle of a consent. Gives the frame access to the user's own cloud storage.",
});
