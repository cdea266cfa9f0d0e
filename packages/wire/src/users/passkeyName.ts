import type { PasskeyAccount } from '../account.ts';

type Named = Partial<Pick<PasskeyAccount, 'authenticatorName' | 'createdWithBrowser' | 'createdWithOs'>>;

/**
 * What a person knows a passkey by: its authenticator and the browser that made it, or as much of that as is known.
 *
 * @param unknown what stands where nothing is
 */
export function passkeyName(passkey: Named, unknown = 'Unknown device'): string {
  const { authenticatorName: authenticator, createdWithBrowser: browser, createdWithOs: os } = passkey;
  if (authenticator && browser) return `${authenticator} on ${browser}`;
  if (authenticator) return authenticator;
  return browser && os ? `${browser} on ${os}` : browser || unknown;
}
