import { fail, limits, type OAuthProvider, type OAuthStartBody } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import { isEqual, sha256 } from '../../crypto/index.ts';
import type { World } from '../../world.ts';
import type { MethodRooms } from '../method.ts';
import { callbackPathOf, lateText, type Providers, type Secrets } from './createProviders.ts';

/** What hangs on the state that travels through the provider. */
interface Begun extends Secrets {
  readonly provider: OAuthProvider;
  readonly redirectTo: string;
  /** The page's own state and challenge: what ties the flow to the browser that began it. */
  readonly stateCode: string;
  readonly challenge: string;
  /** Who was signed in when it began: a link is theirs alone. */
  readonly userId: string | null;
}

/** What came back, behind the code that the page is given. */
export interface Returned extends Omit<Begun, 'redirectTo'> {
  readonly code: string;
}

/** What a code gave: taken back when it is shown again (RFC 9700 §4.5, S34). */
interface Used {
  readonly challenge: string;
  readonly sessionId: string;
}

/** What a page shows at the end. */
export interface Finish {
  readonly authorization_code: string;
  readonly state_code: string;
  readonly code_verifier: string;
}

/** How providers say that the person said no (RFC 6749 §4.1.2.1; Apple and LinkedIn have words of their own). */
const deniedWords = ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login', 'user_denied'];

/** Makes the way to a provider and back, each step of it held by a secret that is good once. */
export function createFlow(
  world: World,
  rooms: Pick<MethodRooms, 'apps' | 'audit' | 'challenges' | 'sessions'> & { providers: Providers },
) {
  const { random, database } = world;
  const { apps, audit, providers, sessions } = rooms;
  const { tickets } = rooms.challenges;
  const randomText = () => Buffer.from(random.bytes(32)).toString('base64url');

  /** Ends what a code gave that is shown a second time by a person who knows its verifier too. */
  async function revokeUsed(app: App, { authorization_code: secret, code_verifier }: Finish): Promise<void> {
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
    /**
     * Begins: the address of the provider's page.
     * @param userId who is signed in, if anyone is
     * @throws ServiceError `origin_not_allowed` for a way back to anyone but the app, and the codes of `Providers.get`
     */
    async start(app: App, body: OAuthStartBody, userId: string | null): Promise<string> {
      const {
        provider: id,
        redirect_to: redirectTo,
        state_code: stateCode,
        code_challenge: challenge,
      } = body;
      checkTarget(app, redirectTo);
      const provider = await providers.get(app, id);
      const secrets = { verifier: randomText(), nonce: randomText() };
      const state = await tickets.issue({
        appId: app.id,
        kind: 'oauth-state',
        lifeMs: limits.oauthStateLifeMs,
        value: { provider: id, redirectTo, stateCode, challenge, userId, ...secrets } satisfies Begun,
      });
      return provider.pageUrl({ state: `${app.id}.${state}`, ...secrets });
    },

    /**
     * The person is back: where to send them on to, or null when no one here has sent them.
     * @param path where the provider sent them
     */
    async comeBack(path: string, answer: URLSearchParams): Promise<string | null> {
      const [appId = '', secret = ''] = (answer.get('state') ?? '').split('.');
      const app = await apps.find(appId);
      const found = app && (await tickets.consume<Begun>({ appId, kind: 'oauth-state', secret }));
      if (!app || !found) return null;
      const { redirectTo, ...begun } = found.value;
      const target = new URL(redirectTo);
      // The app's origins may have changed since. An answer at another provider's address is a mix-up (RFC 9700 §4.4).
      const isOwn = path === callbackPathOf(begun.provider) && apps.isOriginAllowed(app, target.origin);
      if (app.disabled || !isOwn) return null;
      const read = await readAnswer(app, begun.provider, answer);
      const code =
        'word' in read
          ? read.word
          : await tickets.issue({
              appId,
              kind: 'oauth-code',
              lifeMs: limits.oauthCodeLifeMs,
              value: { ...begun, ...read } satisfies Returned,
            });
      target.searchParams.set('privy_oauth_code', code);
      target.searchParams.set('privy_oauth_state', begun.stateCode);
      target.searchParams.set('privy_oauth_provider', begun.provider);
      // A redirect without a fragment takes that of the address before it along (Fetch §4.4, HTTP-redirect fetch): an empty one does not.
      const isBare = !target.href.includes('#');
      return isBare && providers.addsFragment(begun.provider) ? `${target.href}#` : target.href;
    },

    /**
     * Takes what came back, once, for the page that began: burnt before it is looked at.
     * @throws ServiceError `oauth_user_denied`, `unknown_auth_error` for a word in place of a code, `invalid_credentials`
     *   for a code that is unknown, used, late or another page's
     */
    async take(app: App, finish: Finish): Promise<Returned> {
      const { authorization_code: secret, code_verifier, state_code } = finish;
      if (secret === 'undefined') fail('oauth_user_denied');
      if (secret === 'error') fail('unknown_auth_error');
      const found = await tickets.consume<Returned>({ appId: app.id, kind: 'oauth-code', secret });
      if (!found) {
        await revokeUsed(app, finish);
        fail('invalid_credentials', { message: lateText });
      }
      const { value } = found;
      if (!isEqual(sha256(value.stateCode), sha256(state_code)))
        fail('invalid_credentials', { message: lateText });
      if (!isChallengeOf(value.challenge, code_verifier)) fail('invalid_credentials', { message: lateText });
      return value;
    },

    /** Notes which session a code gave. */
    async noteUsed(app: App, finish: Finish, given: { userId: string; sessionId: string }): Promise<void> {
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

  /** The code comes back in this address: it must reach only the app (S34). */
  function checkTarget(app: App, redirectTo: string): void {
    const target = URL.canParse(redirectTo) ? new URL(redirectTo) : fail('invalid_data');
    if (target.username || target.password || !apps.isOriginAllowed(app, target.origin))
      fail('origin_not_allowed');
  }

  /** What a provider's page answered: a code, or the word that clients know in its place (wire §2.5). */
  async function readAnswer(
    app: App,
    id: OAuthProvider,
    answer: URLSearchParams,
  ): Promise<Pick<Returned, 'code'> | { word: 'undefined' | 'error' }> {
    const error = answer.get('error');
    if (error !== null) return { word: deniedWords.includes(error) ? 'undefined' : 'error' };
    const code = answer.get('code');
    const isOnce = [...answer.keys()].every((name) => answer.getAll(name).length === 1);
    // A code of several thousand characters is no code of anyone's.
    if (!code || code.length > 4_096 || !isOnce) return { word: 'error' };
    const provider = await providers.get(app, id).catch(() => null);
    if (!provider || provider.isForeign(answer.get('iss'))) return { word: 'error' };
    return { code };
  }
}

export type Flow = ReturnType<typeof createFlow>;

const challengeOf = (verifier: string) => sha256(verifier).toString('base64url');
const isChallengeOf = (challenge: string, verifier: string) =>
  isEqual(sha256(challenge), sha256(challengeOf(verifier)));
