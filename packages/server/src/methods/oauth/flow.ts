import { fail, limits, type OAuthProvider, type OAuthStartBody } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import {
  type ConsentFinish,
  challengeOf,
  createConsent,
  isChallengeOf,
  type ReturnPages,
  type Taken,
} from '../../consent/index.ts';
import type { World } from '../../world.ts';
import type { MethodDeps } from '../method.ts';
import { callbackPathOf, callbackPaths, lateText, type Providers } from './createProviders.ts';

/** Data of a login, stored from its start until the page takes the provider's answer. */
interface About {
  readonly provider: OAuthProvider;
  readonly nonce: string;
  /** User who was signed in at the start. Only they can link the account. */
  readonly userId: string | null;
}

export type Returned = About & Taken;

/** Session that a code started. It ends if the code is sent again with its verifier (RFC 6749 §4.1.2, S34). */
interface Used {
  readonly challenge: string;
  readonly sessionId: string;
}

/** Creates the redirects to a provider and back, and the record of the sessions that codes started. */
export function createFlow(
  world: World,
  deps: Pick<MethodDeps, 'apps' | 'audit' | 'challenges' | 'sessions'> & { providers: Providers },
) {
  const { random, database } = world;
  const { apps, audit, providers, sessions } = deps;
  const { tickets } = deps.challenges;
  const consent = createConsent<About>(
    world,
    { apps, tickets },
    {
      kind: 'oauth',
      stateLifeMs: limits.oauthStateLifeMs,
      codeLifeMs: limits.oauthCodeLifeMs,
      pathOf: ({ provider }) => callbackPathOf(provider),
      nameOf: ({ provider }) => provider,
      isForeign: async (app, { provider }, answer) =>
        (await providers.get(app, provider)).isForeign(answer.get('iss')),
      addsFragment: ({ provider }) => providers.addsFragment(provider),
    },
  );

  /**
   * Ends the session that a code started, if the code is sent again. An attacker may have stolen the code and used it
   * first. The verifier must match, so an attacker with only the code cannot log the user out. The record is used up
   * only then, so such an attacker cannot remove it either.
   */
  async function revokeUsed(app: App, finish: ConsentFinish): Promise<void> {
    const { authorization_code: secret, code_verifier } = finish;
    const key = { appId: app.id, kind: 'oauth-used', secret } as const;
    const noted = await tickets.find<Used>(key);
    if (!noted || !isChallengeOf(noted.value.challenge, code_verifier)) return;
    const used = await tickets.consume<Used>(key);
    if (!used?.userId) return;
    const { userId, value } = used;
    await database.transaction(async (tx) => {
      if ((await sessions.end(tx, { appId: app.id, userId }, [value.sessionId])) === 0) return;
      await audit.record(tx, app.id, {
        kind: 'session.reuse_detected',
        userId,
        sessionId: value.sessionId,
        actor: { type: 'system' },
      });
    });
  }

  return {
    pages: { paths: callbackPaths, takesForms: true, consent } satisfies ReturnPages,

    /**
     * Starts a login and returns the address of the provider's page.
     * @param userId the user who is signed in, or null
     * @throws ServiceError the codes of `Consent.begin` and of `Providers.get`
     */
    async start(
      app: App,
      body: OAuthStartBody & { readonly provider: OAuthProvider },
      userId: string | null,
    ): Promise<string> {
      const provider = await providers.get(app, body.provider);
      const nonce = Buffer.from(random.bytes(32)).toString('base64url');
      const begun = await consent.begin(app, body, { provider: body.provider, nonce, userId });
      return provider.pageUrl({ ...begun, nonce });
    },

    /**
     * Returns the provider's answer once, to the page that started the login. It is consumed before it is checked.
     * @throws ServiceError `oauth_user_denied`, `unknown_auth_error` for an error in place of a code,
     *   `invalid_credentials` for a code that is unknown, used, expired or another page's
     */
    async take(app: App, finish: ConsentFinish): Promise<Returned> {
      if (finish.authorization_code === 'error') fail('unknown_auth_error');
      const taken = await consent.take(app, finish);
      if (taken) return taken;
      await revokeUsed(app, finish);
      return fail('invalid_credentials', { message: lateText });
    },

    async noteUsed(
      app: App,
      finish: ConsentFinish,
      given: { userId: string; sessionId: string },
    ): Promise<void> {
      const { userId, sessionId } = given;
      await tickets.issue({
        appId: app.id,
        kind: 'oauth-used',
        secret: finish.authorization_code,
        userId,
        lifeMs: limits.oauthStateLifeMs,
        value: { challenge: challengeOf(finish.code_verifier), sessionId } satisfies Used,
      });
    },
  };
}

export type Flow = ReturnType<typeof createFlow>;
