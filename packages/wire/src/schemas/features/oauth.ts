import * as v from 'valibot';
import { forEachOAuthType } from '../../methods/ids.ts';
import { oauthRoutes } from '../../methods/oauth.ts';
import { transferRoutes } from '../../methods/transfer.ts';
import { flag } from '../about.ts';
import { feature } from '../feature.ts';
import { method } from '../method.ts';
import {
  oauthAuthenticateBodySchema,
  oauthAuthenticateReplySchema,
  oauthLinkBodySchema,
  oauthLinkReplySchema,
  oauthStartBodySchema,
  oauthStartReplySchema,
  oauthTransferBodySchema,
  unlinkOAuthBodySchema,
} from '../methods/oauth.ts';
import { proofBody } from '../methods/proof-body.ts';
import { userSchema } from '../user.ts';

const { authorization_code, state_code, code_verifier } = oauthLinkBodySchema.entries;

/** Login and accounts at social providers. */
export const oauthMethod = /* @__PURE__ */ method('oauth', {
  routes: feature(
    'oauth',
    { ...oauthRoutes, transfer: transferRoutes.oauth },
    {
      start: { body: oauthStartBodySchema, reply: oauthStartReplySchema },
      authenticate: {
        body: oauthAuthenticateBodySchema,
        reply: oauthAuthenticateReplySchema,
      },
      link: { body: oauthLinkBodySchema, reply: oauthLinkReplySchema },
      unlink: { body: unlinkOAuthBodySchema, reply: userSchema },
      transfer: { body: oauthTransferBodySchema, reply: userSchema },
    },
  ),
  logins: ['oauth.authenticate'],
  proof: proofBody({ method: v.literal('oauth'), authorization_code, state_code, code_verifier }),
  flags: forEachOAuthType((provider) =>
    flag(`Login at \`${provider}\`. In production it needs a client of the app's own in \`oauth_clients\`.`),
  ),
});
