import type { CheckedProof, MethodId } from '@latchkey/wire';
import type { Admission, Proof } from '../admission/index.ts';
import type { AppSecrets } from '../app-secrets/index.ts';
import type { App, Apps } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Captcha } from '../captcha/index.ts';
import type { Challenges } from '../challenges/index.ts';
import type { CrossApp } from '../cross-app/index.ts';
import type { Caller, Failures, Implementation, Incoming } from '../http/index.ts';
import type { NewNumbers } from '../new-numbers/index.ts';
import type { Outbound } from '../outbound/index.ts';
import type { Session, Sessions } from '../sessions/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import type { IssuerKeys } from './custom-token/issuerKeys.ts';
import type { FarcasterSigners } from './farcaster/signer/signers.ts';

/** Asked before an account is changed that takes a second factor to change. */
interface AccountGuard {
  /** @throws ServiceError `missing_or_invalid_mfa` */
  checkAccountChange(app: App, session: Session): Promise<void>;
}

/** What a method may ask. */
export interface MethodDeps {
  readonly admission: Admission;
  readonly appSecrets: Pick<AppSecrets, 'find'>;
  readonly apps: Pick<Apps, 'find' | 'isOriginAllowed'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly captcha: Captcha;
  readonly challenges: Challenges;
  readonly crossApp: Pick<CrossApp, 'endOf' | 'prove' | 'start'>;
  readonly farcasterSigners: Pick<FarcasterSigners, 'describe'>;
  readonly issuerKeys: IssuerKeys;
  /** The mfa room, which reads numbers and passkeys as the methods do: named by what is asked of it alone. */
  readonly mfa: AccountGuard;
  readonly newNumbers: NewNumbers;
  readonly outbound: Outbound;
  readonly sessions: Sessions;
  readonly users: Pick<Users, 'credentials' | 'findOwner' | 'findWireUser' | 'isEmbeddedWallet'>;
}

/** What someone shows to prove who they are; nothing of it is proved yet. */
export interface MethodClaim<Id extends MethodId> {
  readonly app: App;
  /** Checked by the wire's schema. */
  readonly body: Extract<CheckedProof, { method: Id }>;
  /** Who shows it: their network, and the page that they say it on. */
  readonly caller: Caller;
}

/** A login method: its id, its routes and its proof. Its acts end in a proof, never in a session of their own. */
export interface Method<Id extends MethodId = MethodId> {
  readonly id: Id;
  routes(world: World, deps: MethodDeps): Implementation[];
  /** Answers what is asked of the method outside its routes, such as people who come back from a provider; null for the rest. */
  pages?(world: World, deps: MethodDeps): (request: Incoming, failures: Failures) => Promise<Response | null>;
  /**
   * Proves who someone is without logging anyone in, to confirm a login: by what is at most
   * `limits.confirmationMaxAgeMs` old and was never shown before. It uses it up.
   * @throws ServiceError the codes of the method's login, such as `invalid_credentials`
   */
  prove(world: World, deps: MethodDeps, claim: MethodClaim<Id>): Promise<Proof>;
}

/** The guest list: every method of the wire by its id. */
export type Methods = { readonly [Id in MethodId]: Method<Id> };
