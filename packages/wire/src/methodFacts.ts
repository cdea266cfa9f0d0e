import { oauthProviders, oauthTypeOf } from './oauthProviders.ts';

const oauthTypes = /* @__PURE__ */ oauthProviders.map(oauthTypeOf);

/** What a login method says of itself to everybody. */
interface MethodFacts {
  /** The flag in the served app config that turns it on; for social login one a provider. */
  readonly flag: string | readonly string[];
  /** The type of the accounts that it proves; for social login one a provider. */
  readonly type: string | readonly string[];
  /** No screen offers it: the host begins it. */
  readonly isHeadless?: true;
}

/** The login methods that exist, one line each. An app that enables another one is refused. Alphabetical. */
export const methodFacts = {
  'cross-app': { flag: 'cross_app_auth', type: 'cross_app', isHeadless: true },
  'custom-token': { flag: 'custom_jwt_auth', type: 'custom_auth', isHeadless: true },
  email: { flag: 'email_auth', type: 'email' },
  farcaster: { flag: 'farcaster_auth', type: 'farcaster' },
  guest: { flag: 'guest_auth', type: 'guest', isHeadless: true },
  oauth: { flag: oauthTypes, type: oauthTypes },
  passkey: { flag: 'passkey_auth', type: 'passkey' },
  sms: { flag: 'sms_auth', type: 'phone' },
  telegram: { flag: 'telegram_auth', type: 'telegram' },
  wallet: { flag: ['wallet_auth', 'solana_wallet_auth'], type: 'wallet' },
} as const satisfies Readonly<Record<string, MethodFacts>>;

export type MethodId = keyof typeof methodFacts;
export const methodIds = /* @__PURE__ */ Object.keys(methodFacts) as readonly MethodId[];

type Each<Names> = Names extends readonly (infer Name)[] ? Name : Names;
/** The flags of login methods that exist, or of one of them. */
export type MethodFlagName<Id extends MethodId = MethodId> = Each<(typeof methodFacts)[Id]['flag']>;
/** The types of the accounts that a method proves. */
export type MethodAccountType<Id extends MethodId = MethodId> = Each<(typeof methodFacts)[Id]['type']>;

/** The types of the accounts that a method proves: one, or for social login one a provider. */
export const accountTypesOf = <Id extends MethodId>(id: Id): readonly MethodAccountType<Id>[] =>
  [methodFacts[id].type].flat() as MethodAccountType<Id>[];

/** The method that proves accounts of a type; null for a type that no method proves. */
export const methodOf = (type: string): MethodId | null =>
  methodIds.find((id) => accountTypesOf(id).some((one) => one === type)) ?? null;

/** Tells whether an app has a method on; social login, whether any provider of it. */
export function isMethodOn(app: Partial<Record<MethodFlagName, boolean>>, id: MethodId): boolean {
  return [methodFacts[id].flag].flat().some((flag) => app[flag] === true);
}

/** A method that has an entry on the landing. */
export type OfferedMethodId = {
  [Id in MethodId]: (typeof methodFacts)[Id] extends { readonly isHeadless: true } ? never : Id;
}[MethodId];

/** Tells whether a method has an entry on the landing. */
export function isOffered(id: MethodId): id is OfferedMethodId {
  return !('isHeadless' in methodFacts[id]);
}
