import * as v from 'valibot';
import type { CrossAppProviderName } from '../../cross-app/names.ts';
import { oauthProviders } from '../../methods/ids.ts';

const seconds = () => v.optional(v.number());

/** What a provider lets the app do in the person's name (OAUTH-09): given once, at the login, and never stored. */
export const oauthTokensSchema = v.object({
  /** Another app as `privy:` and its id: its token is kept by the client, and goes with each request to its wallets. */
  provider: v.union([
    v.picklist(oauthProviders),
    v.string() as unknown as v.GenericSchema<CrossAppProviderName>,
  ]),
  access_token: v.string(),
  access_token_expires_in_seconds: seconds(),
  refresh_token: v.optional(v.string()),
  refresh_token_expires_in_seconds: seconds(),
  scopes: v.optional(v.array(v.string())),
});
export type OAuthTokens = v.InferOutput<typeof oauthTokensSchema>;
