import type { Page } from 'playwright-core';

/**
 * Adds to a page a virtual authenticator that creates passkeys, supports WebAuthn PRF and needs no touch. It ends
 * with the page.
 */
export async function addAuthenticator(page: Page): Promise<Hand> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async touch(enabled) {
      await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    async forget() {
      await client.send('WebAuthn.clearCredentials', { authenticatorId });
    },
  };
}

export interface Hand {
  /** Sets whether the authenticator confirms requests at once. If it does not, the browser's dialog stays open. */
  touch(isOn: boolean): Promise<void>;
  /** Deletes all passkeys of the authenticator, as if it were another one. */
  forget(): Promise<void>;
}

/**
 * Makes the page open all popups in one window. To the page a popup is closed once `window.hasClosed` is true. Runs
 * in the host page.
 */
export function keepPopup(): void {
  const open = window.open.bind(window);
  window.open = (_url, _target, features) => {
    const kept = open('', 'kept', features);
    Object.assign(window, { hasClosed: false });
    return {
      location: {
        set href(to: string) {
          if (kept) kept.location.href = to;
        },
      },
      get closed() {
        return (window as unknown as { hasClosed: boolean }).hasClosed;
      },
      close() {},
    } as unknown as Window;
  };
}
