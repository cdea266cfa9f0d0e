import type { AppSettings } from '../config/index.ts';
import { contextsOf, type WalletsContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { newUuid } from '../uuid.ts';
import { walletRdns } from '../walletRdns.ts';
import { walletIcon } from '../wallets/index.ts';
import type { EthereumProvider } from './createProvider.ts';
import { openAnnouncedProvider } from './openAnnouncedProvider.ts';

interface Announcement {
  readonly info: {
    readonly uuid: string;
    readonly name: string;
    readonly icon: string;
    readonly rdns: string;
  };
  readonly provider: EthereumProvider;
}

/** An announcement cannot be revoked, so a client that starts again must reuse it. */
const announced = new WeakMap<WalletsContext, Announcement>();

/**
 * Announces the user's wallet over EIP-6963, once the app config is loaded, which has the app's name, and then whenever
 * a dapp library asks for wallets. It is announced without a signed-in user too, because users expect the wallet to log
 * them in when they connect.
 */
export function announce(client: LatchkeyClient): void {
  const { session, wallets } = contextsOf(client);
  const { state } = session;
  const { environment } = wallets.page;
  const page = environment.window;
  if (!page) return;
  if (!wallets.screens.get()) {
    environment.warn('config.embeddedWallets.ethereum.announce needs screens: see setWalletScreens.');
    return;
  }
  const tell = () => {
    const detail = announced.get(wallets);
    if (detail && !wallets.page.isReleased.get())
      page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  let stop = () => {};
  const begin = () => {
    const { settings } = state.get();
    if (!settings || wallets.page.isReleased.get()) return;
    stop();
    if (announced.has(wallets)) return;
    announced.set(wallets, announcementOf(client, settings));
    page.addEventListener('eip6963:requestProvider', tell);
    tell();
  };
  stop = state.subscribe(begin);
  begin();
}

function announcementOf(client: LatchkeyClient, { name, appearance }: AppSettings): Announcement {
  const { logo } = appearance;
  // The standard requires the image itself. A URL would tell its server who views the wallets.
  const isImage = typeof logo === 'string' && logo.startsWith('data:image/');
  const info = {
    uuid: newUuid(contextsOf(client).page.environment.random),
    name,
    icon: isImage ? logo : walletIcon,
    rdns: walletRdns,
  };
  return Object.freeze({ info: Object.freeze(info), provider: openAnnouncedProvider(client) });
}
