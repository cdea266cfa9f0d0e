import { type MethodId, type OAuthProvider, oauthProviders } from './ids.ts';

/** A login method as settings, hosts and screens name it: social login by its provider. */
export type MethodName = Exclude<MethodId, 'oauth'> | OAuthProvider;

/** Tells whether a method is a provider of social login. */
export const isOAuthProvider = (name: string): name is OAuthProvider =>
  oauthProviders.some((provider) => provider === name);

/** The method that a name stands for. */
export const methodOfName = (name: MethodName): MethodId => (isOAuthProvider(name) ? 'oauth' : name);
