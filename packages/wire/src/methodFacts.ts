import { methodFacts } from './account-types/list.ts';

export { methodFacts } from './account-types/list.ts';

export type MethodId = keyof typeof methodFacts;
export const methodIds = /* @__PURE__ */ Object.keys(methodFacts) as readonly MethodId[];

type Each<Names> = Names extends readonly (infer Name)[] ? Name : Names;
/** Flags of all login methods, or of one of them. */
export type MethodFlagName<Id extends MethodId = MethodId> = Each<(typeof methodFacts)[Id]['flag']>;
/** Types of the accounts that a method proves. */
export type MethodAccountType<Id extends MethodId = MethodId> = Each<(typeof methodFacts)[Id]['type']>;

/** Returns the types of the accounts that a method proves: one, or for social login one per provider. */
export const accountTypesOf = <Id extends MethodId>(id: Id): readonly MethodAccountType<Id>[] =>
  [methodFacts[id].type].flat() as MethodAccountType<Id>[];

/** Returns the method that proves accounts of a type, or null if none does. */
export const methodOf = (type: string): MethodId | null =>
  methodIds.find((id) => accountTypesOf(id).some((one) => one === type)) ?? null;

/** Returns true if an app has a method on: for social login any provider, for wallets any chain type. */
export function isMethodOn(app: Partial<Record<MethodFlagName, boolean>>, id: MethodId): boolean {
  return [methodFacts[id].flag].flat().some((flag) => app[flag] === true);
}

/** Method that the landing screen can offer even if the host does not name it. */
export type OfferedMethodId = {
  [Id in MethodId]: (typeof methodFacts)[Id] extends { readonly isHeadless: true } ? never : Id;
}[MethodId];

/** Returns true if the landing screen can offer a method even if the host does not name it. */
export function isOffered(id: MethodId): id is OfferedMethodId {
  return !('isHeadless' in methodFacts[id]);
}
