/**
 * Sends a user to another party's page and back (login at a provider or another app, recovery in the user's own
 * cloud). A single-use secret protects each step. This module handles the app's page, PKCE and the way back; the
 * module that uses it decides what to request and what to do with the reply. Owns no table. Uses `apps`, `challenges`,
 * `crypto` and `http`.
 */
import type { App } from '../apps/index.ts';

export { type ReturnPages, serveReturn } from './callback.ts';
export { createConsent } from './createConsent.ts';
export { challengeOf, isChallengeOf } from './pkce.ts';
export { busyPage, lostPage, sentOn } from './returns.ts';

/**
 * First request of a host page: the address to return to, and the values that tie the consent to this browser (RFC
 * 7636).
 */
export interface ConsentPage {
  readonly redirect_to: string;
  readonly state_code: string;
  readonly code_challenge: string;
}

export interface ConsentFinish {
  readonly authorization_code: string;
  readonly state_code: string;
  readonly code_verifier: string;
}

/** Rules of one kind of consent, whose subject is `About`. */
export interface ConsentRules<About extends object> {
  /** Kind of the consent's secrets. A secret of one kind does not work for another. */
  readonly kind: 'cloud' | 'cross-app' | 'oauth';
  /** Time in ms that the user has to answer at the other party. The page then has `codeLifeMs` to submit the code. */
  readonly stateLifeMs: number;
  readonly codeLifeMs: number;
  /**
   * Returns the path that this party sends users back to. An attacker could pass off one party's answer as another's
   * (mix-up, RFC 9700 §4.4), so an answer at any other path is refused.
   */
  pathOf(about: About): string;
  nameOf(about: About): string;
  /** Returns true if an answer comes from a party other than the consent's. A rejected promise counts as true. */
  isForeign?(app: App, about: About, answer: URLSearchParams): Promise<boolean>;
  /** True if this party appends a fragment to the address that it sends users back to. */
  addsFragment?(about: About): boolean;
}

export interface Taken {
  /** Id of the user who consents, or null. */
  readonly ownerId: string | null;
  /** Code of the other party, and the PKCE verifier for its exchange. */
  readonly code: string;
  readonly verifier: string;
}

export interface Consent<About extends object> {
  /**
   * Begins a consent. Returns the state for the other party's page, and a PKCE verifier, of which pages may see only
   * the challenge.
   *
   * @param by.ownerId the user who consents; the consent is deleted with them. No user by default
   * @param by.origin the page that begins, if the return address must be on this origin and not on any other of the
   *   app
   * @throws ServiceError `origin_not_allowed` for a return address outside the app, `invalid_data`
   */
  begin(
    app: App,
    page: ConsentPage,
    about: About,
    by?: { ownerId?: string; origin?: string | null },
  ): Promise<{ state: string; verifier: string }>;
  /**
   * Handles the user's return. Returns the address to redirect to, or null if the state is unknown or the return is
   * not allowed.
   * @param path path that the other party sent the user to
   */
  comeBack(path: string, answer: URLSearchParams): Promise<string | null>;
  /**
   * Takes the answer once, for the page that began. The code is used up before it is checked.
   * @returns null for a code that is unknown, used, expired or another page's
   * @throws ServiceError `oauth_user_denied` if the user refused at the other party
   */
  take(app: App, finish: ConsentFinish): Promise<(Taken & About) | null>;
}
