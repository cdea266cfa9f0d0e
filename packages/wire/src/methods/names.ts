import { appIdOfProvider, type CrossAppProviderName } from '../cross-app/index.ts';
import { type MethodAccountType, type MethodId, methodFacts } from '../methodFacts.ts';
import { type OAuthProvider, oauthProviders, oauthTypeOf } from '../oauthProviders.ts';

/** A login method as settings, hosts and screens name it: social login by its provider. */
export type MethodName = Exclude<MethodId, 'oauth'> | OAuthProvider;

/** Tells whether a method is a provider of social login. */
export const isOAuthProvider = (name: string): name is OAuthProvider =>
  oauthProviders.some((provider) => provider === name);

/** Tells whether a method is another app. */
const isOtherApp = (name: string): name is CrossAppProviderName => appIdOfProvider(name) !== null;

/** The method that a name stands for, also that of another app. */
export function methodOfName(name: MethodName | CrossAppProviderName): MethodId {
  if (isOtherApp(name)) return 'cross-app';
  return isOAuthProvider(name) ? 'oauth' : name;
}

/** The type of the accounts that a method proves. */
export function accountTypeOf(name: MethodName | CrossAppProviderName): MethodAccountType {
  const method = methodOfName(name);
  return isOAuthProvider(name) ? oauthTypeOf(name) : methodFacts[method as Exclude<MethodId, 'oauth'>].type;
}
