import type { Page } from 'playwright-core';

/**
 * Gives a page an authenticator that makes passkeys, evaluates secrets (WebAuthn PRF) and needs no hand on it. It belongs
 * to the page's window and ends with it.
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

/** Whose hand is on an authenticator. */
export interface Hand {
  /** Whether whatever is asked for is answered at once; else the browser's dialog stays open. */
  touch(isOn: boolean): Promise<void>;
  /** Takes its passkeys from it, as if it were another one. */
  forget(): Promise<void>;
}

/** Keeps one popup for all that the page opens, which counts as closed when the test says so. Runs in the host page. */
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
