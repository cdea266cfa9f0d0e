import * as v from 'valibot';
import { about } from './about.ts';
import { codeChallenge, codeVerifier, stateCode } from './methods/pkce.ts';

export const cloudStartBodySchema = v.object({
  /** The page that comes back in the popup: of the origin that asks. */
  redirect_to: v.pipe(
    v.string(),
    v.maxLength(2_048),
    v.regex(/^https?:\/\/[^\s]+$/i, 'must be an http or https address'),
  ),
  code_challenge: codeChallenge(),
  state_code: stateCode(),
  // Published clients send a captcha token; a caller that asks here has a session.
  token: v.optional(v.nullable(v.string())),
});
export type CloudStartBody = v.InferInput<typeof cloudStartBodySchema>;
export const cloudStartReplySchema = v.object({ url: v.string() });
export type CloudStartReply = v.InferOutput<typeof cloudStartReplySchema>;

export const iCloudBodySchema = v.object({ client_type: v.picklist(['web', 'expo-ios']) });
export type ICloudBody = v.InferInput<typeof iCloudBodySchema>;
export const iCloudStartReplySchema = v.object({
  /** Apple's sign-in page, for the popup. */
  url: v.string(),
  /** The only origin whose message brings the token (our own addition). */
  message_origin: v.string(),
});
export type ICloudStartReply = v.InferOutput<typeof iCloudStartReplySchema>;

export const cloudFinishBodySchema = v.object({
  authorization_code: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  state_code: stateCode(),
  code_verifier: codeVerifier(),
  provider: v.literal('google-drive'),
});
export type CloudFinishBody = v.InferInput<typeof cloudFinishBodySchema>;
export const cloudFinishReplySchema = v.object({
  /** Opaque: the wallet frame alone can turn it into access to the cloud, once. */
  access_token: v.string(),
});
export type CloudFinishReply = v.InferOutput<typeof cloudFinishReplySchema>;

/** Where an app's records lie in iCloud, and the token that names the app to Apple; both are public. */
export const iCloudContainerSchema = v.strictObject({
  api_token: about(
    'API token of CloudKit, whose sign-in callback is *Post Message*.',
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{8,128}$/, 'must be an API token of CloudKit')),
  ),
  container_identifier: about(
    'Name of the container, such as `iCloud.com.example.app`.',
    v.pipe(v.string(), v.maxLength(200), v.regex(/^iCloud\.[A-Za-z0-9.-]+$/, 'must begin with iCloud.')),
  ),
  environment: about("Which of CloudKit's environments.", v.picklist(['development', 'production'])),
});
export type ICloudContainer = v.InferOutput<typeof iCloudContainerSchema>;
