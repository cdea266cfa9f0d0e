import type { AppSettings } from '../config/index.ts';
import { type Internals, internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { newUuid } from '../uuid.ts';
import { walletRdns } from '../walletRdns.ts';
import { walletIcon } from '../wallets/index.ts';
import type { EthereumProvider } from './createProvider.ts';
import { openAnnouncedProvider } from './openAnnouncedProvider.ts';

/** What a page is told of a wallet (EIP-6963). */
interface Announcement {
  readonly info: {
    readonly uuid: string;
    readonly name: string;
    readonly icon: string;
    readonly rdns: string;
  };
  readonly provider: EthereumProvider;
}

/** There is no way to take an announcement back: a client that starts again must not be a second wallet. */
const announced = new WeakMap<Internals, Announcement>();

/**
 * Announces the user's wallet over EIP-6963, now and whenever a dapp library asks for wallets: also while no one is logged
 * in, because people who connect by such a library expect the wallet to log them in. It begins when the app config
 * is loaded, which has the wallet's name.
 */
export function announce(client: LatchkeyClient): void {
  const internals = internalsOf(client);
  const { environment, state, walletScreens } = internals;
  const page = environment.window;
  if (!page) return;
  if (!walletScreens) {
    environment.warn('config.embeddedWallets.ethereum.announce needs screens: see setWalletScreens.');
    return;
  }
  const tell = () => {
    const detail = announced.get(internals);
    if (detail && !internals.isReleased)
      page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  let stop = () => {};
  const begin = () => {
    const { settings } = state.get();
    if (!settings || internals.isReleased) return;
    stop();
    if (announced.has(internals)) return;
    announced.set(internals, announcementOf(client, settings));
    page.addEventListener('eip6963:requestProvider', tell);
    tell();
  };
  stop = state.subscribe(begin);
  begin();
}

function announcementOf(client: LatchkeyClient, { name, appearance }: AppSettings): Announcement {
  const { logo } = appearance;
  // The standard wants the image itself: an address would tell its server who looks at wallets.
  const isImage = typeof logo === 'string' && logo.startsWith('data:image/');
  const info = {
    uuid: newUuid(internalsOf(client).environment.random),
    name,
    icon: isImage ? logo : walletIcon,
    rdns: walletRdns,
  };
  return Object.freeze({ info: Object.freeze(info), provider: openAnnouncedProvider(client) });
}
