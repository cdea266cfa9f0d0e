import * as v from 'valibot';
import { about } from './about.ts';
import { feature } from './feature.ts';
import { codeChallenge, codeVerifier, stateCode } from './pkce.ts';
import { route } from './route.ts';
import type { InputOf, OutputOf } from './schema.ts';

/** Recovery methods whose secret is in the user's own cloud. */
export const cloudMethods = ['google-drive', 'icloud'] as const;
export type CloudMethod = (typeof cloudMethods)[number];

const codes = ['missing_or_invalid_token', 'missing_or_invalid_mfa', 'not_supported'] as const;

export const cloudStartBodySchema = () =>
  v.object({
    /** Page that the popup returns to. It must have the origin of the request. */
    redirect_to: v.pipe(
      v.string(),
      v.maxLength(2_048),
      v.regex(/^https?:\/\/[^\s]+$/i, 'must be an http or https address'),
    ),
    code_challenge: codeChallenge(),
    state_code: stateCode(),
    // Published clients send a captcha token. It is ignored, because the caller has a session.
    token: v.optional(v.nullable(v.string())),
  });
export type CloudStartBody = InputOf<typeof cloudStartBodySchema>;
export const cloudStartReplySchema = () => v.object({ url: v.string() });
export type CloudStartReply = OutputOf<typeof cloudStartReplySchema>;

export const iCloudBodySchema = () => v.object({ client_type: v.picklist(['web', 'expo-ios']) });
export type ICloudBody = InputOf<typeof iCloudBodySchema>;
export const iCloudStartReplySchema = () =>
  v.object({
    /** Apple's sign-in page, for the popup. */
    url: v.string(),
    /** Only origin whose message may carry the token (our own addition). */
    message_origin: v.string(),
  });
export type ICloudStartReply = OutputOf<typeof iCloudStartReplySchema>;

export const cloudFinishBodySchema = () =>
  v.object({
    authorization_code: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
    state_code: stateCode(),
    code_verifier: codeVerifier(),
    provider: v.literal('google-drive'),
  });
export type CloudFinishBody = InputOf<typeof cloudFinishBodySchema>;
export const cloudFinishReplySchema = () =>
  v.object({
    /** Opaque handle. A custody route exchanges it once for access to the cloud. */
    access_token: v.string(),
  });
export type CloudFinishReply = OutputOf<typeof cloudFinishReplySchema>;

/** App's container in iCloud, and the token that names the app to Apple. Both are public. */
export const iCloudContainerSchema = () =>
  v.strictObject({
    api_token: about(
      'API token of CloudKit. Its sign-in callback must be *Post Message*.',
      v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{8,128}$/, 'must be an API token of CloudKit')),
    ),
    container_identifier: about(
      'Name of the container, such as `iCloud.com.example.app`.',
      v.pipe(v.string(), v.maxLength(200), v.regex(/^iCloud\.[A-Za-z0-9.-]+$/, 'must begin with iCloud.')),
    ),
    environment: about('CloudKit environment.', v.picklist(['development', 'production'])),
  });
export type ICloudContainer = OutputOf<typeof iCloudContainerSchema>;

/** Routes with which a user gives the wallet access to their own cloud (docs/wire/protocol.md §2.11). */
export const cloudRoutes = {
  start: /* @__PURE__ */ route<CloudStartBody, CloudStartReply>({
    name: 'cloud.start',
    method: 'POST',
    path: '/api/v1/recovery/oauth/init',
    auth: 'user',
    retry: 'safe',
    codes: [...codes, 'origin_not_allowed'],
    summary: "Begins a consent at Google. Returns the URL of Google's page.",
  }),
  startICloud: /* @__PURE__ */ route<ICloudBody, ICloudStartReply>({
    name: 'cloud.startICloud',
    method: 'POST',
    path: '/api/v1/recovery/oauth/init_icloud',
    auth: 'user',
    retry: 'safe',
    codes,
    summary:
      "Begins a consent at Apple. Returns the URL of Apple's page, and the origin that Apple's answer comes from.",
  }),
  finish: /* @__PURE__ */ route<CloudFinishBody, CloudFinishReply>({
    name: 'cloud.finish',
    method: 'POST',
    path: '/api/v1/recovery/oauth/authenticate',
    auth: 'user',
    retry: 'never',
    codes: [...codes, 'invalid_credentials', 'oauth_user_denied'],
    summary:
      'Exchanges the code of a consent for a handle. The wallet frame can redeem the handle once, within five minutes.',
  }),
  getICloudConfig: /* @__PURE__ */ route<ICloudBody, ICloudContainer>({
    name: 'cloud.getICloudConfig',
    method: 'POST',
    path: '/api/v1/recovery/configuration_icloud',
    auth: 'user',
    retry: 'safe',
    codes,
    summary: "Returns the app's CloudKit container, for native clients.",
  }),
} as const;

export const cloudFeature = () =>
  feature('cloud', cloudRoutes, {
    start: { body: cloudStartBodySchema(), reply: cloudStartReplySchema() },
    startICloud: { body: iCloudBodySchema(), reply: iCloudStartReplySchema() },
    finish: { body: cloudFinishBodySchema(), reply: cloudFinishReplySchema() },
    getICloudConfig: { body: iCloudBodySchema(), reply: iCloudContainerSchema() },
  });
