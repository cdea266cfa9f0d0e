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

export interface FactorDeps {
  readonly apps: Apps;
  readonly challenges: Challenges;
  readonly countTry: CountTry;
  readonly enrolling: Enrolling;
  readonly newNumbers: NewNumbers;
  readonly sealing: Sealing;
  readonly users: Users;
  readonly verifying: Verifying;
  /**
   * Removes the factors of a method, after a fresh verification. @throws ServiceError `not_found` if the user has
   * none, and the codes of `Enrolling.admitRemoval`
   */
  removeFactor(caller: FactorCaller, method: MfaMethod): Promise<void>;
}

/**
 * Checks that the wallet's owner enrols a first factor, and rejects otherwise. Passes a user without a wallet.
 *
 * @param name what is enrolled, as `factorChange` of wire names it
 */
export type ProveOwner = (name: string) => Promise<void>;

/**
 * Admits the callers of factor routes. `custody` provides it, because a verification belongs to the proof key of the
 * frame that requested it.
 */
export interface FactorBorder {
  /**
   * Admits requests from the frame's origin with a proof key. An attacker's script in a host page could otherwise
   * obtain a verification for itself.
   */
  ofFrame<Body extends { readonly parent_origin: string }, Reply>(
    route: Route<Body, Reply>,
    act: (caller: FactorCaller, body: Body) => Promise<Reply>,
  ): Act<Body, Reply>;
  /** Admits the wallet frame, or a page with the user's token and no key. */
  ofEither<Body extends { readonly parent_origin?: string | undefined }, Reply>(
    route: Route<Body, Reply>,
    act: (caller: FactorCaller, body: Body) => Promise<Reply>,
  ): Act<Body, Reply>;
  ofPage(input: ActInput<unknown>, path: string): Promise<FactorCaller>;
  proveOwner(caller: FactorCaller, method: MfaMethod, wallet: OwnerWallet): ProveOwner;
}

export interface FactorRecord<Method extends MfaMethod = MfaMethod> {
  readonly method: Method;
  /** Most wrong codes of a user in a day, over all sessions. Absent if the proof cannot be guessed. */
  readonly triesPerDay?: number;
  /** Returns the name by which a factor's owner knows it. @default null */
  readonly nameOf?: (factor: FactorRow, accounts: readonly WireAccount[]) => string | null;
  readonly routes: (world: World, deps: FactorDeps, border: FactorBorder) => Implementation[];
}
