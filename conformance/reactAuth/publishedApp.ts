import type { Page } from 'playwright-core';
import type { Rig } from '../../e2e/rig/index.ts';
import { bundlePublishedHost } from '../bundle.ts';
import { installPublishedClients } from '../install.ts';

type Shown = 'user' | 'email' | 'address' | 'connected' | 'result';

/** The host app of the published client, as a person uses it. */
export interface PublishedApp {
  /** Logs in by e-mail with the client's own modal and the code from the inbox. */
  logIn(email: string): Promise<void>;
  /** Presses a button of the host app. */
  press(name: string): Promise<void>;
  /** Presses a button that asks for a signature, confirms in the client's modal, returns the signature. */
  sign(name: string): Promise<string>;
  /** What the host app shows, once it shows something. */
  read(what: Shown): Promise<string>;
}

export type CreateOnLogin = 'users-without-wallets' | 'off';

/** Puts the published client's host app on the rig's host. */
export async function publishReactAuthHost(rig: Rig, createOnLogin: CreateOnLogin): Promise<void> {
  await installPublishedClients();
  rig.host.setPage('/', {
    script: await bundlePublishedHost('reactAuth.jsx'),
    config: { apiUrl: rig.url, appId: rig.appId, createOnLogin },
  });
  // The client asks its chain who it is before it shows a wallet; nothing else of a chain is needed to sign.
  rig.host.setFile('/rpc', { type: 'application/json', content: '{"jsonrpc":"2.0","id":1,"result":"0x1"}' });
}

/** Opens the host app in a page. */
export async function openPublishedApp(rig: Rig, page: Page, origin: string): Promise<PublishedApp> {
  await page.goto(`${origin}/`);
  const modal = page.locator('#privy-dialog');
  const read = async (what: Shown) => {
    const field = page.getByTestId(what).filter({ hasText: /\S/ });
    await field.waitFor();
    return (await field.textContent()) ?? '';
  };
  const press = async (name: string) => {
    await page.locator('#headlessui-portal-root').waitFor({ state: 'detached' });
    await page.getByRole('button', { name, exact: true }).click();
  };
  return {
    press,
    read,
    async logIn(email) {
      await press('Log in');
      await page.locator('#email-input').fill(email);
      await page.keyboard.press('Enter');
      const code = await rig.inbox.nextCode(email);
      await modal.getByText('Enter confirmation code').waitFor();
      await page.keyboard.type(code);
      await page.getByTestId('user').filter({ hasText: 'did:privy:' }).waitFor();
    },
    async sign(name) {
      await press(name);
      await modal.getByRole('button', { name: 'Sign and continue' }).click();
      return read('result');
    },
  };
}
