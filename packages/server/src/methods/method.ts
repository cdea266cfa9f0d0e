import type { CheckedProof, MethodId } from '@latchkey/wire';
import type { Admission, Proof } from '../admission/index.ts';
import type { AppSecrets } from '../app-secrets/index.ts';
import type { App, Apps } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Captcha } from '../captcha/index.ts';
import type { Challenges } from '../challenges/index.ts';
import type { CrossApp } from '../cross-app/index.ts';
import type { Caller, Implementation, Incoming } from '../http/index.ts';
import type { NewNumbers } from '../new-numbers/index.ts';
import type { Outbound } from '../outbound/index.ts';
import type { Session, Sessions } from '../sessions/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import type { IssuerKeys } from './custom-token/issuerKeys.ts';
import type { FarcasterSigners } from './farcaster/signer/signers.ts';

interface AccountGuard {
  /** @throws ServiceError `missing_or_invalid_mfa` */
  checkAccountChange(app: App, session: Session): Promise<void>;
}

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
  /**
   * Only the part of the mfa module that methods call. The mfa module itself imports `methods`.
   */
  readonly mfa: AccountGuard;
  readonly newNumbers: NewNumbers;
  readonly outbound: Outbound;
  readonly sessions: Sessions;
  readonly users: Pick<Users, 'credentials' | 'findOwner' | 'findWireUser' | 'isEmbeddedWallet'>;
}

/** Unverified proof from a caller. */
export interface MethodClaim<Id extends MethodId> {
  readonly app: App;
  /** Its form is checked against the schema of the wire protocol. */
  readonly body: Extract<CheckedProof, { method: Id }>;
  readonly caller: Caller;
}

export interface Method<Id extends MethodId = MethodId> {
  readonly id: Id;
  routes(world: World, deps: MethodDeps): Implementation[];
  /**
   * Serves requests outside the method's routes, such as the return of a user from a provider. Returns null for all
   * others.
   */
  pages?(world: World, deps: MethodDeps): (request: Incoming) => Promise<Response | null>;
  /**
   * Proves an account to confirm a login, without logging in. Consumes the proof, except a guest's secret and the
   * test account's code. A custom token can still log in until it expires. The caller refuses a proof that was made
   * longer ago than `limits.confirmationMaxAgeMs`.
   *
   * @throws ServiceError the codes of the method's login, such as `invalid_credentials`
   */
  prove(world: World, deps: MethodDeps, claim: MethodClaim<Id>): Promise<Proof>;
}

export type Methods = { readonly [Id in MethodId]: Method<Id> };
