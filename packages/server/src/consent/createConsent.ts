import { fail } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import type { Challenges } from '../challenges/index.ts';
import type { World } from '../world.ts';
import type { Consent, ConsentRules, Taken } from './index.ts';
import { isChallengeOf, isSameText } from './pkce.ts';
import { type PartyAnswer, readAnswer } from './readAnswer.ts';

/** What hangs on the state that travels through the other party. */
interface Begun {
  readonly redirectTo: string;
  /** The page's own state and challenge: what ties the consent to the browser that began it. */
  readonly stateCode: string;
  readonly challenge: string;
  /** The secret behind the challenge that the other party is shown. */
  readonly verifier: string;
}

/** What came back, behind the code that the page is given. */
type Returned = Omit<Begun, 'redirectTo'> & Pick<Taken, 'code'>;

/**
 * Makes the ways through other parties of one kind, in steps that are each held by a secret that is good once: the state
 * towards the other party, the code towards the host page (S34).
 */
export function createConsent<About extends object>(
  world: Pick<World, 'random'>,
  deps: { apps: Pick<Apps, 'find' | 'isOriginAllowed'>; tickets: Challenges['tickets'] },
  rules: ConsentRules<About>,
): Consent<About> {
  const { apps, tickets } = deps;
  const stateKind = `${rules.kind}-state` as const;
  const codeKind = `${rules.kind}-code` as const;

  /** The code comes back in this address: it must reach only the app, and with a page only that page. */
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
      return { state: `${app.id}.${secret}`, verifier };
    },

    async comeBack(path, answer) {
      const [appId = '', secret = ''] = (answer.get('state') ?? '').split('.');
      const app = await apps.find(appId);
      const found = app && (await tickets.consume<Begun & About>({ appId, kind: stateKind, secret }));
      if (!app || !found) return null;
      const { redirectTo, ...begun } = found.value;
      const target = new URL(redirectTo);
      // The app's origins may have changed since.
      const isOwn = path === rules.pathOf(found.value) && apps.isOriginAllowed(app, target.origin);
      if (app.disabled || !isOwn) return null;
      const answered = await read(app, found.value, answer);
      const code =
        'word' in answered
          ? answered.word
          : await tickets.issue({
              appId,
              kind: codeKind,
              userId: found.userId,
              lifeMs: rules.codeLifeMs,
              value: { ...begun, code: answered.code },
            });
      target.searchParams.set('privy_oauth_code', code);
      target.searchParams.set('privy_oauth_state', begun.stateCode);
      target.searchParams.set('privy_oauth_provider', rules.nameOf(found.value));
      // A redirect without a fragment takes that of the address before it along (Fetch §4.4, HTTP-redirect fetch): an empty one does not.
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
