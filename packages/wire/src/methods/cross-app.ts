import * as v from 'valibot';
import { flag } from '../about.ts';
import { method } from './method.ts';
import { crossAppProvider, oauthCodeEntries } from './oauth.ts';
import { proofBody } from './proof-body.ts';

/** Login with another app. Its routes are those of social login with the provider `privy:{appId}`. */
export const crossAppMethod = () =>
  method('cross-app', {
    routes: {},
    logins: [],
    proof: proofBody({
      method: v.literal('cross-app'),
      ...oauthCodeEntries(),
      provider: crossAppProvider(),
    }),
    flags: {
      cross_app_auth: flag(
        'If true, users may log in with an account of another app of this deployment. That app must list this one in its `cross_app_requesters`.',
      ),
    },
  });
