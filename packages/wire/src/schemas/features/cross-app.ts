import * as v from 'valibot';
import { crossAppRoutes } from '../../cross-app/routes.ts';
import { flag } from '../about.ts';
import {
  connectedAppListSchema,
  crossAppAnswerBodySchema,
  crossAppAnswerReplySchema,
  crossAppEndReplySchema,
  crossAppListQuerySchema,
  crossAppListSchema,
  crossAppOpenBodySchema,
  crossAppTakeBodySchema,
  hostedRequestSchema,
} from '../cross-app.ts';
import { feature } from '../feature.ts';
import { method } from '../method.ts';
import { crossAppProvider, oauthLinkBodySchema } from '../methods/oauth.ts';
import { proofBody } from '../methods/proof-body.ts';

const { authorization_code, state_code, code_verifier } = oauthLinkBodySchema.entries;

/** Login by another app, whose routes are those of social login with the provider `privy:{appId}`. */
export const crossAppMethod = /* @__PURE__ */ method('cross-app', {
  routes: {},
  logins: [],
  proof: proofBody({
    method: v.literal('cross-app'),
    authorization_code,
    state_code,
    code_verifier,
    provider: crossAppProvider(),
  }),
  flags: {
    cross_app_auth: flag(
      'Login with an account of another app of this deployment that lists this one in its `cross_app_requesters`.',
    ),
  },
});

/** Wallets of one app that are used in another, under the eyes of the app that holds them. */
export const crossApp = /* @__PURE__ */ feature('crossApp', crossAppRoutes, {
  take: { body: crossAppTakeBodySchema, reply: hostedRequestSchema },
  open: { body: crossAppOpenBodySchema, reply: hostedRequestSchema },
  answer: { body: crossAppAnswerBodySchema, reply: crossAppAnswerReplySchema },
  listOwn: { body: null, reply: connectedAppListSchema },
  endOwn: { body: null, reply: crossAppEndReplySchema },
  list: { body: crossAppListQuerySchema, reply: crossAppListSchema },
  end: { body: null, reply: crossAppEndReplySchema },
  listOfUser: { body: null, reply: connectedAppListSchema },
  endOfUser: { body: null, reply: crossAppEndReplySchema },
});
