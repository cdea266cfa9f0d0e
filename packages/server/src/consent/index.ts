/**
 * Sends a person to another party's page and back (login at a provider, recovery in their own cloud). A single-use
 * secret holds each step. It knows the app's page, PKCE and the way back; the module that leads the consent decides
 * what to request and what the answer opens. Owns no table. Uses `apps`, and `challenges` for single-use values.
 */
import type { App } from '../apps/index.ts';

export { type ReturnPages, serveReturn } from './callback.ts';
export { createConsent } from './createConsent.ts';
export { challengeOf, isChallengeOf } from './pkce.ts';
export { busyPage, lostPage, sentOn } from './returns.ts';

/** What a host page says when it begins: where it is told the end, and what ties that to this browser (RFC 7636). */
export interface ConsentPage {
  readonly redirect_to: string;
  /** The page's own state and challenge. */
  readonly state_code: string;
  readonly code_challenge: string;
}

/** What a host page shows at the end. */
export interface ConsentFinish {
  readonly authorization_code: string;
  readonly state_code: string;
  readonly code_verifier: string;
}

/** What a way through another party is about, and what tells it from other ways. */
export interface ConsentRules<About extends object> {
  /** Names its secrets: none of one kind is good for another. */
  readonly kind: 'cloud' | 'cross-app' | 'oauth';
  /** How long a person may take there, and the page afterwards. */
  readonly stateLifeMs: number;
  readonly codeLifeMs: number;
  /** The path that this party sends people back to: an answer at another one's is a mix-up (RFC 9700 §4.4). */
  pathOf(about: About): string;
  /** The party, as the page is told. */
  nameOf(about: About): string;
  /** Tells whether an answer is not this party's; a rejection is one that cannot be judged. */
  isForeign?(app: App, about: About, answer: URLSearchParams): Promise<boolean>;
  /** Whether this party puts a fragment behind the address that it sends people back to. */
  addsFragment?(about: About): boolean;
}

/** What came back, once. */
export interface Taken {
  /** Whose consent it is, if anyone's. */
  readonly ownerId: string | null;
  /** The other party's code, and the secret behind the challenge that it was shown. */
  readonly code: string;
  readonly verifier: string;
}

export interface Consent<About extends object> {
  /**
   * Begins: gives the state for the other party's page, and the secret behind the challenge for it, which stays here.
   *
   * @param by.ownerId the user whose consent it is; it goes with them. By default no one's
   * @param by.origin the page that asks, where the way back must lead there and not to any page of the app
   * @throws ServiceError `origin_not_allowed` for a way back to anyone but the app, `invalid_data`
   */
  begin(
    app: App,
    page: ConsentPage,
    about: About,
    by?: { ownerId?: string; origin?: string | null },
  ): Promise<{ state: string; verifier: string }>;
  /**
   * The person is back: where to send them on to, or null when no one here has sent them.
   * @param path where the other party sent them
   */
  comeBack(path: string, answer: URLSearchParams): Promise<string | null>;
  /**
   * Takes what came back, once, for the page that began: burnt before it is looked at.
   * @returns null for a code that is unknown, used, late or another page's
   * @throws ServiceError `oauth_user_denied` for the word that stands for a no
   */
  take(app: App, finish: ConsentFinish): Promise<(Taken & About) | null>;
}
