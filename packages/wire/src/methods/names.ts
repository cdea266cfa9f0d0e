import { appIdOfProvider, type CrossAppProviderName } from '../cross-app/index.ts';
import { type MethodAccountType, type MethodId, methodFacts } from '../methodFacts.ts';
import { type OAuthProvider, oauthProviders, oauthTypeOf } from '../oauthProviders.ts';

/** Name of a login method in settings, hosts and screens: social login has its providers' names. */
export type MethodName = Exclude<MethodId, 'oauth'> | OAuthProvider;

/** Returns true if a name is a provider of social login. */
export const isOAuthProvider = (name: string): name is OAuthProvider =>
  oauthProviders.some((provider) => provider === name);

const isOtherApp = (name: string): name is CrossAppProviderName => appIdOfProvider(name) !== null;

/** Returns the method of a name, which may be another app's. */
export function methodOfName(name: MethodName | CrossAppProviderName): MethodId {
  if (isOtherApp(name)) return 'cross-app';
  return isOAuthProvider(name) ? 'oauth' : name;
}

/** Returns the type of the accounts that a method proves. */
export function accountTypeOf(name: MethodName | CrossAppProviderName): MethodAccountType {
  const method = methodOfName(name);
  return isOAuthProvider(name) ? oauthTypeOf(name) : methodFacts[method as Exclude<MethodId, 'oauth'>].type;
}
