import { type KnownWalletId, type WalletListEntry, walletNames } from '../../config/index.ts';
import type { WalletConnectorFactory } from '../../connector.ts';
import type { PageContext } from '../../contexts.ts';
import { findKnown } from './known/index.ts';
import { findFactory, toOffered } from './waysIn.ts';

const packages: Readonly<Record<WalletConnectorFactory['id'], string>> = {
  wallet_connect: 'walletConnect() of @latchkey/walletconnect',
  coinbase_wallet: 'coinbaseWallet() of @latchkey/coinbase',
};

const warned = new WeakSet<readonly WalletListEntry[]>();

/**
 * Warns a developer, once for each list, about entries without effect: an unknown name, which `createClient` refuses
 * but a list that is passed later may contain, and a wallet whose package the host did not pass. Users see the other
 * entries.
 */
export function warnOfList(page: PageContext, list: readonly WalletListEntry[]): void {
  const { isDevelopment, warn } = page.environment;
  if (!isDevelopment || warned.has(list)) return;
  warned.add(list);
  const wrong = list.filter((entry) => !walletNames.includes(entry));
  if (wrong.length > 0) warn(`The list of wallets names ${wrong.join(', ')}, which is none.`);
  for (const id of ['wallet_connect', 'coinbase_wallet'] as const) {
    const absent = list.filter((entry) => findMissing(page, entry as KnownWalletId) === id);
    if (absent.length === 0) continue;
    const show = absent.length > 1 ? 'they show' : 'it shows';
    warn(
      `The list of wallets names ${absent.join(', ')}: ${show} once ${packages[id]} is one of config.externalWallets.connectors.`,
    );
  }
}

/**
 * Returns the kind of connector that a wallet needs and the host did not pass. Returns null for a connector that the
 * host turned off.
 */
function findMissing(page: PageContext, id: KnownWalletId): WalletConnectorFactory['id'] | null {
  const known = findKnown(id);
  if (!known || toOffered(page, id) !== id || findFactory(page, known)) return null;
  if (known.group === 'coinbase') return 'coinbase_wallet';
  const isOff = page.options.config?.externalWallets?.walletConnect?.enabled === false;
  return !isOff && (known.group === 'safe' || known.group === 'wallet-connect') ? 'wallet_connect' : null;
}
