import type { MfaMethod, OwnerWallet, Route, WireAccount } from '@latchkey/wire';
import type { Apps } from '../../apps/index.ts';
import type { Challenges } from '../../challenges/index.ts';
import type { Sealing } from '../../crypto/index.ts';
import type { Act, ActInput, Implementation } from '../../http/index.ts';
import type { NewNumbers } from '../../new-numbers/index.ts';
import type { Users } from '../../users/index.ts';
import type { World } from '../../world.ts';
import type { Enrolling } from '../enrolling.ts';
import type { FactorCaller } from '../index.ts';
import type { FactorRow } from '../store.ts';
import type { CountTry } from '../tries.ts';
import type { Verifying } from '../verifying.ts';

/** The parts of the service that factors use. */
export interface FactorDeps {
  readonly apps: Apps;
  readonly challenges: Challenges;
  readonly countTry: CountTry;
  readonly enrolling: Enrolling;
  readonly newNumbers: NewNumbers;
  readonly sealing: Sealing;
  readonly users: Users;
  readonly verifying: Verifying;
  /** Removes the factors of a method, after a fresh verification. @throws ServiceError `not_found` if there is none */
  removeFactor(caller: FactorCaller, method: MfaMethod): Promise<void>;
}

/**
 * Proves that the wallet's owner enrols a first factor, if the user has a wallet.
 *
 * @param name what is enrolled, as `factorChange` of wire names it
 */
export type ProveOwner = (name: string) => Promise<void>;

/**
 * Admits the callers of factor routes. `custody` provides it, because a verification permits something to the proof key of
 * the frame that asked for it.
 */
export interface FactorBorder {
  /** Admits the wallet frame alone: no script of a page may verify in its place. */
  ofFrame<Body extends { readonly parent_origin: string }, Reply>(
    route: Route<Body, Reply>,
    act: (caller: FactorCaller, body: Body) => Promise<Reply>,
  ): Act<Body, Reply>;
  /** Admits the wallet frame, or a page with the user's token and no key. */
  ofEither<Body extends { readonly parent_origin?: string | undefined }, Reply>(
    route: Route<Body, Reply>,
    act: (caller: FactorCaller, body: Body) => Promise<Reply>,
  ): Act<Body, Reply>;
  /** Admits a page with the user's token. */
  ofPage(input: ActInput<unknown>, path: string): Promise<FactorCaller>;
  proveOwner(caller: FactorCaller, method: MfaMethod, wallet: OwnerWallet): ProveOwner;
}

/** A method of second factors on the service. `list.ts` has one record for each. */
export interface FactorRecord<Method extends MfaMethod = MfaMethod> {
  readonly method: Method;
  /** Most wrong codes of a user in a day, over all sessions. Absent if the proof cannot be guessed. */
  readonly triesPerDay?: number;
  /** Returns the name by which its owner knows a factor. @default null */
  readonly nameOf?: (factor: FactorRow, accounts: readonly WireAccount[]) => string | null;
  /** Creates the routes that enrol, verify and remove factors of the method. */
  readonly routes: (world: World, deps: FactorDeps, border: FactorBorder) => Implementation[];
}
