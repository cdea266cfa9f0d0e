import { oauthRoutes } from '../../methods/oauth.ts';
import { transferRoutes } from '../../methods/transfer.ts';
import { feature } from '../feature.ts';
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
import { userSchema } from '../user.ts';

/** Login and accounts at social providers. */
export const oauth = /* @__PURE__ */ feature(
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
);
