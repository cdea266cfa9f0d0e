import { fail } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import type { Challenges } from '../challenges/index.ts';
import { deriveKey, isEqual, keyedHash } from '../crypto/index.ts';
import type { World } from '../world.ts';
import type { Consent, ConsentRules, Taken } from './index.ts';
import { isChallengeOf, isSameText } from './pkce.ts';
import { type PartyAnswer, readAnswer } from './readAnswer.ts';

interface Begun {
  readonly redirectTo: string;
  /** State and challenge of the page, which tie the consent to the browser that began it. */
  readonly stateCode: string;
  readonly challenge: string;
  /** PKCE verifier of this service towards the other party. */
  readonly verifier: string;
}

type Returned = Omit<Begun, 'redirectTo'> & Pick<Taken, 'code'>;

/**
 * Creates the consents of one kind. A single-use secret protects each step: the state towards the other party, and
 * the code towards the host page (S34).
 */
export function createConsent<About extends object>(
  world: Pick<World, 'random' | 'secret'>,
  deps: { apps: Pick<Apps, 'find' | 'isOriginAllowed'>; tickets: Challenges['tickets'] },
  rules: ConsentRules<About>,
): Consent<About> {
  const { apps, tickets } = deps;
  const stateKind = `${rules.kind}-state` as const;
  const codeKind = `${rules.kind}-code` as const;
  const stateKey = deriveKey(world.secret, 'latchkey/consent-state/v1');
  const sign = (appId: string, secret: string) => keyedHash(stateKey, [stateKind, appId, secret]);

  /**
   * Returns the app and the secret of a state that was issued here. The signature is checked without a look-up, so an
   * attacker who makes up states costs no database query. A limit on the attacker's network instead would keep out the
   * other users of that network, who are not known when they return (S45).
   */
  function readState(state: string): { appId: string; secret: string } | null {
    const [appId = '', secret = '', signature = ''] = state.split('.');
    return isEqual(Buffer.from(signature, 'base64url'), sign(appId, secret)) ? { appId, secret } : null;
  }

  /**
   * Checks that the return address is on an origin of the app, and if `origin` is given, on exactly that origin. An
   * attacker could otherwise have the code sent to an address of their own.
   */
  function checkTarget(app: App, redirectTo: string, origin: string | null): void {
    const target = URL.canParse(redirectTo) ? new URL(redirectTo) : fail('invalid_data');
    const isOwn = origin === null || target.origin === origin;
    if (!isOwn || target.username || target.password || !apps.isOriginAllowed(app, target.origin))
      fail('origin_not_allowed');
  }

  async function read(app: App, about: About, answer: URLSearchParams): Promise<PartyAnswer> {
    const read = readAnswer(answer);
    if ('word' in read || !rules.isForeign) return read;
    return (await rules.isForeign(app, about, answer).catch(() => true)) ? { word: 'error' } : read;
  }

  return {
    async begin(app, page, about, { ownerId, origin = null } = {}) {
      const { redirect_to: redirectTo, state_code: stateCode, code_challenge: challenge } = page;
      checkTarget(app, redirectTo, origin);
      const verifier = Buffer.from(world.random.bytes(32)).toString('base64url');
      const secret = await tickets.issue({
        appId: app.id,
        kind: stateKind,
        userId: ownerId ?? null,
        lifeMs: rules.stateLifeMs,
        value: { ...about, redirectTo, stateCode, challenge, verifier } satisfies Begun & About,
      });
      return { state: `${app.id}.${secret}.${sign(app.id, secret).toString('base64url')}`, verifier };
    },

    async comeBack(path, answer) {
      const state = readState(answer.get('state') ?? '');
      const app = state && (await apps.find(state.appId));
      const found = app && (await tickets.consume<Begun & About>({ ...state, kind: stateKind }));
      if (!app || !found) return null;
      const { redirectTo, ...begun } = found.value;
      const target = new URL(redirectTo);
      // The app's origins may have changed since the consent began.
      const isOwn = path === rules.pathOf(found.value) && apps.isOriginAllowed(app, target.origin);
      if (app.disabled || !isOwn) return null;
      const answered = await read(app, found.value, answer);
      const code =
        'word' in answered
          ? answered.word
          : await tickets.issue({
              appId: app.id,
              kind: codeKind,
              userId: found.userId,
              lifeMs: rules.codeLifeMs,
              value: { ...begun, code: answered.code },
            });
      target.searchParams.set('privy_oauth_code', code);
      target.searchParams.set('privy_oauth_state', begun.stateCode);
      target.searchParams.set('privy_oauth_provider', rules.nameOf(found.value));
      // A redirect without a fragment inherits that of the previous address (Fetch §4.4, HTTP-redirect fetch). An
      // empty fragment prevents this.
      const isBare = !target.href.includes('#');
      return isBare && rules.addsFragment?.(found.value) ? `${target.href}#` : target.href;
    },

    async take(app, finish) {
      const { authorization_code: secret, code_verifier, state_code } = finish;
      if (secret === 'undefined') fail('oauth_user_denied');
      const found = await tickets.consume<Returned & About>({ appId: app.id, kind: codeKind, secret });
      if (!found) return null;
      const { stateCode, challenge } = found.value;
      const isTheirs = isSameText(stateCode, state_code) && isChallengeOf(challenge, code_verifier);
      return isTheirs ? { ...found.value, ownerId: found.userId } : null;
    },
  };
}
