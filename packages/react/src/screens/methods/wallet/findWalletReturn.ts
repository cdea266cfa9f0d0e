import { type LatchkeyClient, takeWalletReturn } from '@latchkey/core';
import { lazy } from '../../../lazy.ts';
import type { MethodReturn } from '../methodScreens.ts';

const loadViews = lazy(() => import('../../wallets/external/views.ts'));

/**
 * Finds the wallet in whose browser this page was opened (ROUTE-04), if the wallet is available in the page and no
 * user is signed in.
 */
export async function findWalletReturn(client: LatchkeyClient): Promise<MethodReturn | null> {
  const back = takeWalletReturn(client);
  if (!back || client.options.config?.headless) return null; // the host's own screens connect it
  const { findInPage } = await loadViews();
  if (!client.getState().ready) await client.start();
  const wallet = await findInPage(client, back);
  if (!wallet || client.getState().authenticated) return null;
  return { name: 'wallet', act: 'login', finish: (open) => open({ intent: 'login', input: { wallet } }) };
}
