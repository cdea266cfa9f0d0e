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

/** What a way to a provider is about. */
interface About {
  readonly provider: OAuthProvider;
  readonly nonce: string;
  /** Who was signed in when it began: a link is theirs alone. */
  readonly userId: string | null;
}

/** What came back, for the page that began. */
export type Returned = About & Taken;

/** What a code gave: taken back when it is shown again (RFC 9700 §4.5, S34). */
interface Used {
  readonly challenge: string;
  readonly sessionId: string;
}

/** Makes the way to a provider and back: a consent, and what is remembered of the code that came of it. */
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

  /** Ends what a code gave that is shown a second time by a person who knows its verifier too. */
  async function revokeUsed(app: App, finish: ConsentFinish): Promise<void> {
    const { authorization_code: secret, code_verifier } = finish;
    const used = await tickets.consume<Used>({ appId: app.id, kind: 'oauth-used', secret });
    if (!used?.userId || !isChallengeOf(used.value.challenge, code_verifier)) return;
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
     * Begins: the address of the provider's page.
     * @param userId who is signed in, if anyone is
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
     * Takes what came back, once, for the page that began: burnt before it is looked at.
     * @throws ServiceError `oauth_user_denied`, `unknown_auth_error` for a word in place of a code, `invalid_credentials`
     *   for a code that is unknown, used, late or another page's
     */
    async take(app: App, finish: ConsentFinish): Promise<Returned> {
      if (finish.authorization_code === 'error') fail('unknown_auth_error');
      const taken = await consent.take(app, finish);
      if (taken) return taken;
      await revokeUsed(app, finish);
      return fail('invalid_credentials', { message: lateText });
    },

    /** Notes which session a code gave. */
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
