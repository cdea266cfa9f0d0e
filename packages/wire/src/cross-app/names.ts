/** What the provider of a login by another app begins with: its name is `privy:` and the app's id. */
const crossAppPrefix = 'privy:';
/** The name of a provider that is another app, as hosts, clients and routes write it. */
export type CrossAppProviderName = `${typeof crossAppPrefix}${string}`;

/** The name of another app as a provider. */
export const crossAppProviderOf = (appId: string): CrossAppProviderName => `${crossAppPrefix}${appId}`;

/** The id of the app that a provider's name stands for; null for a name of another form. */
export function appIdOfProvider(name: string): string | null {
  return /^privy:([a-z0-9-]{25})$/.exec(name)?.[1] ?? null;
}
