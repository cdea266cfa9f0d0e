import { appIdOfProvider, isOAuthProvider, oauthRoutes, oauthTypeOf, type TokenReply } from '@latchkey/wire';
import { toProof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import { serveReturn } from '../../consent/index.ts';
import { implement } from '../../http/index.ts';
import type { World } from '../../world.ts';
import { linkProof, unlinkAccount } from '../changes/changeAccounts.ts';
import { transferAccount } from '../changes/transfer.ts';
import type { Method, MethodDeps } from '../method.ts';
import { createProviders, type Providers } from './createProviders.ts';
import { createFlow, type Flow, type Returned } from './flow.ts';
import { isOtherApp, linkApp, logInByApp } from './otherApp.ts';
import { checkBegunBy, sessionOf } from './outcome.ts';

interface OAuth {
  readonly flow: Flow;
  readonly providers: Providers;
}

/**
 * Instances by dependencies, so the routes, the callback page and the proofs of a service share one, with one cache of
 * providers' configurations.
 */
const made = new WeakMap<MethodDeps, OAuth>();

function open(world: World, deps: MethodDeps): OAuth {
  const known = made.get(deps);
  if (known) return known;
  const providers = createProviders(world, deps);
  const oauth = { providers, flow: createFlow(world, { ...deps, providers }) };
  made.set(deps, oauth);
  return oauth;
}

/** Login at a provider of OAuth 2.0 or OpenID Connect (docs/wire/protocol.md §2.5). */
export const oauth: Method<'oauth'> = {
  id: 'oauth',

  routes(world, deps) {
    const { admission, captcha, sessions } = deps;
    const { flow, providers } = open(world, deps);
    return [
      implement(oauthRoutes.start, async ({ app, body, caller }) => {
        const { provider } = body;
        if (!isOAuthProvider(provider)) {
          admission.checkMethod(app, 'cross-app');
          const began = await sessions.find(app, caller.bearer);
          const by = { userId: began?.userId ?? null, origin: caller.origin };
          return { url: await deps.crossApp.start(app, body, by) };
        }
        admission.checkMethod(app, 'oauth', oauthTypeOf(provider));
        await captcha.check({ app, action: 'login', token: body.token, caller });
        const session = await sessions.find(app, caller.bearer);
        return { url: await flow.start(app, { ...body, provider }, session?.userId ?? null) };
      }),

      implement(oauthRoutes.authenticate, async ({ app, body, caller }) => {
        if (isOtherApp(body)) return logInByApp(deps, { app, body, caller });
        // Checked before the code is consumed, so a refusal does not use it up.
        admission.checkMethod(app, 'oauth');
        sessions.checkCaller(app, caller);
        const came = await flow.take(app, body);
        caller.countAs(came.provider);
        const { proof, tokens } = await prove(world, providers, app, came);
        const mode = body.mode ?? 'login-or-sign-up';
        const reply = await admission.logIn(app, proof, { mode, caller });
        const session = sessionOf(reply);
        if (session) await flow.noteUsed(app, body, session);
        return app.settings.oauth_tokens ? { ...reply, oauth_tokens: tokens } : reply;
      }),

      implement(oauthRoutes.link, async ({ app, body, caller }) => {
        if (isOtherApp(body)) return linkApp(deps, { app, body, caller });
        admission.checkMethod(app, 'oauth');
        let tokens: TokenReply['oauth_tokens'];
        const user = await linkProof(deps, { app, caller }, async (userId) => {
          const returned = await flow.take(app, body);
          checkBegunBy(returned, userId);
          const proved = await prove(world, providers, app, returned);
          tokens = proved.tokens;
          return proved.proof;
        });
        return app.settings.oauth_tokens && tokens ? { ...user, oauth_tokens: tokens } : user;
      }),

      implement(oauthRoutes.unlink, async ({ app, body, caller }) => {
        const { provider, subject } = body;
        if (isOAuthProvider(provider))
          return unlinkAccount(deps, { app, caller, account: { type: oauthTypeOf(provider), subject } });
        const user = await unlinkAccount(deps, { app, caller, account: { type: 'cross_app', subject } });
        await deps.crossApp.endOf(app, { providerAppId: appIdOfProvider(provider) ?? '', subject });
        return user;
      }),

      implement(oauthRoutes.transfer, ({ app, body, caller }) => {
        const { nonce, userInfo } = body;
        return transferAccount(deps, {
          app,
          caller,
          nonce,
          method: 'oauth',
          readSubject: () => userInfo.subject,
        });
      }),
    ];
  },

  pages: (world, deps) => {
    const { flow } = open(world, deps);
    return (request) => serveReturn(flow.pages, request);
  },

  async prove(world, deps, { app, body }) {
    const { flow, providers } = open(world, deps);
    return (await prove(world, providers, app, await flow.take(app, body))).proof;
  },
};

async function prove({ clock }: World, providers: Providers, app: App, came: Returned) {
  const provider = await providers.get(app, came.provider);
  const { account, tokens } = await provider.redeem(came);
  const type = oauthTypeOf(came.provider);
  const details = { subject: account.subject, ...account.details };
  const proof = toProof({
    method: 'oauth',
    account: { type, subject: account.subject, details },
    // The login counts as proved now: the user was at the provider shortly before.
    provedAtMs: clock.now(),
    isProfile: true,
  });
  return { proof, tokens };
}
