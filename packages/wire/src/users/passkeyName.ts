import type { PasskeyAccount } from '../account.ts';

type Named = Partial<Pick<PasskeyAccount, 'authenticatorName' | 'createdWithBrowser' | 'createdWithOs'>>;

/**
 * Returns a name by which the user recognises a passkey: its authenticator and browser, or its browser and operating
 * system, as far as they are known.
 *
 * @param unknown name if neither the authenticator nor the browser is known
 */
export function passkeyName(passkey: Named, unknown = 'Unknown device'): string {
  const { authenticatorName: authenticator, createdWithBrowser: browser, createdWithOs: os } = passkey;
  if (authenticator && browser) return `${authenticator} on ${browser}`;
  if (authenticator) return authenticator;
  return browser && os ? `${browser} on ${os}` : browser || unknown;
}
