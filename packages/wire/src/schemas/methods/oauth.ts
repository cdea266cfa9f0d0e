import * as v from 'valibot';
import { appIdOfProvider, type CrossAppProviderName } from '../../cross-app/names.ts';
import { loginModes } from '../../methods/email.ts';
import { oauthProviders } from '../../methods/ids.ts';
import { captchaToken } from '../captcha.ts';
import { tokenReplySchema } from '../session.ts';
import { userSchema } from '../user.ts';
import { oauthTokensSchema } from './oauth-tokens.ts';
import { codeChallenge, codeVerifier, stateCode } from './pkce.ts';
import { proofBody, transferNonce } from './proof-body.ts';

/** Another app of the deployment as a provider, by its id. */
export const crossAppProvider = () =>
  v.pipe(
    v.string(),
    v.check((name) => appIdOfProvider(name) !== null, 'must be privy: and the id of an app'),
  ) as unknown as v.GenericSchema<CrossAppProviderName>;
const provider = () => v.union([v.picklist(oauthProviders), crossAppProvider()]);

export const oauthStartBodySchema = v.object({
  provider: provider(),
  /** The page that comes back: any of the app's origins, with any path and query. */
  redirect_to: v.pipe(
    v.string(),
    v.maxLength(4_096),
    v.regex(/^https?:\/\/[^\s]+$/i, 'must be an http or https address'),
  ),
  code_challenge: codeChallenge(),
  state_code: stateCode(),
  token: captchaToken(),
});
export type OAuthStartBody = v.InferInput<typeof oauthStartBodySchema>;
export const oauthStartReplySchema = v.object({ url: v.string() });
export type OAuthStartReply = v.InferOutput<typeof oauthStartReplySchema>;

/** What came back. `code_type` and `provider` are of published clients, to whom the code may be another kind. */
export const oauthLinkBodySchema = proofBody({
  authorization_code: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  state_code: stateCode(),
  code_verifier: codeVerifier(),
  code_type: v.optional(v.nullable(v.literal('raw'))),
  provider: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64)))),
});
export type OAuthLinkBody = v.InferInput<typeof oauthLinkBodySchema>;
export const oauthLinkReplySchema = v.object({
  ...userSchema.entries,
  oauth_tokens: v.optional(oauthTokensSchema),
});
export type OAuthLinkReply = v.InferOutput<typeof oauthLinkReplySchema>;

export const oauthAuthenticateBodySchema = proofBody({
  ...oauthLinkBodySchema.entries,
  mode: v.optional(v.nullable(v.picklist(loginModes))),
});
export type OAuthAuthenticateBody = v.InferInput<typeof oauthAuthenticateBodySchema>;
export const oauthAuthenticateReplySchema = tokenReplySchema;

const subject = () => v.pipe(v.string(), v.minLength(1), v.maxLength(256));

export const unlinkOAuthBodySchema = v.object({ provider: provider(), subject: subject() });
export type UnlinkOAuthBody = v.InferInput<typeof unlinkOAuthBodySchema>;

const text = () => v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2_048))));
/** Who someone is at a provider, as a conflict tells it and a transfer sends it back. */
export const oauthUserInfoSchema = v.object({
  subject: subject(),
  name: text(),
  username: text(),
  profilePictureUrl: text(),
  email: text(),
  vanityName: text(),
});
export type OAuthUserInfo = v.InferOutput<typeof oauthUserInfoSchema>;
export const oauthTransferBodySchema = proofBody({
  nonce: transferNonce(),
  userInfo: oauthUserInfoSchema,
});
export type OAuthTransferBody = v.InferInput<typeof oauthTransferBodySchema>;
