import * as v from 'valibot';
import { farcasterRoutes } from '../../methods/farcaster.ts';
import { transferRoutes } from '../../methods/transfer.ts';
import { flag } from '../about.ts';
import { feature } from '../feature.ts';
import { method } from '../method.ts';
import {
  farcasterAuthenticateBodySchema,
  farcasterAuthenticateReplySchema,
  farcasterChannelSchema,
  farcasterInitBodySchema,
  farcasterLinkBodySchema,
  farcasterNonceSchema,
  farcasterSignerInitBodySchema,
  farcasterSignerInitReplySchema,
  farcasterSignerSchema,
  farcasterSignerStatusBodySchema,
  farcasterStatusSchema,
  farcasterTransferBodySchema,
  miniAppAuthenticateBodySchema,
  miniAppInitBodySchema,
  unlinkFarcasterBodySchema,
} from '../methods/farcaster.ts';
import { proofBody } from '../methods/proof-body.ts';
import { userSchema } from '../user.ts';

/** Login and accounts by Farcaster. */
export const farcasterMethod = /* @__PURE__ */ method('farcaster', {
  routes: feature(
    'farcaster',
    { ...farcasterRoutes, transfer: transferRoutes.farcaster },
    {
      init: {
        body: farcasterInitBodySchema,
        reply: farcasterChannelSchema,
      },
      status: { body: null, reply: farcasterStatusSchema },
      authenticate: {
        body: farcasterAuthenticateBodySchema,
        reply: farcasterAuthenticateReplySchema,
      },
      link: { body: farcasterLinkBodySchema, reply: userSchema },
      unlink: { body: unlinkFarcasterBodySchema, reply: userSchema },
      transfer: { body: farcasterTransferBodySchema, reply: userSchema },
      initMiniApp: {
        body: miniAppInitBodySchema,
        reply: farcasterNonceSchema,
      },
      authenticateMiniApp: {
        body: miniAppAuthenticateBodySchema,
        reply: farcasterAuthenticateReplySchema,
      },
      signerInit: {
        body: farcasterSignerInitBodySchema,
        reply: farcasterSignerInitReplySchema,
      },
      signerStatus: { body: farcasterSignerStatusBodySchema, reply: farcasterSignerSchema },
    },
  ),
  logins: ['farcaster.authenticate', 'farcaster.authenticateMiniApp'],
  proof: proofBody({ method: v.literal('farcaster'), ...farcasterLinkBodySchema.entries }),
  flags: { farcaster_auth: flag('Login with Farcaster.') },
});
