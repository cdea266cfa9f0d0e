import {
  type MethodAccountType,
  type MethodId,
  methodKinds,
  type OAuthProvider,
  oauthProviders,
  oauthTypeOf,
} from './ids.ts';

/** A login method as settings, hosts and screens name it: social login by its provider. */
export type MethodName = Exclude<MethodId, 'oauth'> | OAuthProvider;

/** Tells whether a method is a provider of social login. */
export const isOAuthProvider = (name: string): name is OAuthProvider =>
  oauthProviders.some((provider) => provider === name);

/** The method that a name stands for. */
export const methodOfName = (name: MethodName): MethodId => (isOAuthProvider(name) ? 'oauth' : name);

/** The type of the accounts that a method proves. */
export const accountTypeOf = (name: MethodName): MethodAccountType =>
  isOAuthProvider(name) ? oauthTypeOf(name) : methodKinds[name].type;
