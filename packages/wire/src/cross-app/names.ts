/** Prefix of a provider that is another app. Its name is `privy:` and the app's id. */
const crossAppPrefix = 'privy:';
/** Name of another app as a provider, as hosts, clients and routes write it. */
export type CrossAppProviderName = `${typeof crossAppPrefix}${string}`;

export const crossAppProviderOf = (appId: string): CrossAppProviderName => `${crossAppPrefix}${appId}`;

/** Returns the id of the app that a provider's name stands for, or null for a name of another form. */
export function appIdOfProvider(name: string): string | null {
  return /^privy:([a-z0-9-]{25})$/.exec(name)?.[1] ?? null;
}
