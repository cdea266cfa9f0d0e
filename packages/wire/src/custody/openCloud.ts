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
      /** The handle that `recovery/oauth/authenticate` gave the host page. */
      access_token: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
    }),
    // Apple gives its token to the page itself; the frame has it, and the service has no use for it.
    v.strictObject({ parent_origin: parentOrigin(), method: v.literal('icloud') }),
  ]);
export type OpenCloudBody = InputOf<typeof openCloudBodySchema>;

export const openCloudReplySchema = () =>
  v.variant('method', [
    v.object({
      method: v.literal('google-drive'),
      /** Address of Drive's API, without a slash at the end. */
      url: v.string(),
      /** Google's, for Drive's hidden folder of this app alone. */
      access_token: v.string(),
    }),
    v.object({
      method: v.literal('icloud'),
      /** Address of the container's private database, without a slash at the end. */
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
  summary: "Redeems the handle of a consent: gives the frame access to the user's own cloud.",
});
