import type { ChainType } from '@latchkey/wire';
import { chainSettingsOf, type KnownWalletId } from '../../config/index.ts';
import type { Connector, ConnectorContext, ConnectorType, WalletConnectorFactory } from '../../connector.ts';
import type { PageContext, SessionContext } from '../../contexts.ts';
import { isMobile } from '../../isMobile.ts';
import { rpcUrlOf } from '../../nodes/index.ts';
import { chainTypesOf, type FoundWallet } from './announced.ts';
import { waitingOf } from './connectedWallet.ts';
import { createInjected } from './injected.ts';
import { findKnown, type KnownWallet } from './known/index.ts';
import { createSolana } from './solanaWallet.ts';
import type { WalletOption, WalletStores } from './wallet.ts';

type ExternalOptions = NonNullable<NonNullable<PageContext['options']['config']>['externalWallets']>;

/** Returns the connector factory of a wallet that is not in the page; null if the host passed none or turned it off. */
export function findFactory(page: PageContext, known: KnownWallet): WalletConnectorFactory | null {
  const { connectors = [], walletConnect }: ExternalOptions = page.options.config?.externalWallets ?? {};
  const of = (id: WalletConnectorFactory['id']) => connectors.find((factory) => factory.id === id) ?? null;
  if (known.group === 'coinbase') return of('coinbase_wallet');
  return known.pairs && walletConnect?.enabled !== false ? of('wallet_connect') : null;
}

const connectorTypeOf = (found: FoundWallet, chainType: ChainType): ConnectorType => {
  if (found.known?.id === 'phantom') return 'phantom';
  return chainType === 'solana' ? 'solana_adapter' : 'injected';
};

/** Creates the connector of a wallet in the page. Returns null if the wallet does not support the chain type. */
export function connectorOf(found: FoundWallet, chainType: ChainType): Connector | null {
  const connectorType = connectorTypeOf(found, chainType);
  if (chainType === 'ethereum') return found.ethereum && createInjected(found.ethereum, connectorType);
  const ignoresSilent = found.known?.ignoresSilent ?? false;
  return found.solana && createSolana({ wallet: found.solana, connectorType, ignoresSilent });
}

/** Returns the context with which a connector of another package is created. */
export function contextOf(session: SessionContext, walletClientType: string): ConnectorContext {
  const { state } = session;
  const { environment, options } = session.page;
  const chains = chainSettingsOf(session);
  const { settings } = state.get();
  const { logo } = settings?.appearance ?? {};
  return {
    environment,
    clock: environment.clock,
    app: {
      name: settings?.name ?? '',
      url: environment.window?.location.origin ?? '',
      logo: typeof logo === 'string' ? logo : null,
    },
    chains: chains.chains,
    defaultChain: chains.defaultChain,
    findRpcUrl: (chainId) => rpcUrlOf(chains, chainId) ?? null,
    walletConnectProjectId: settings?.externalWallets.walletConnect.projectId ?? null,
    coinbaseWallet: { connectionOptions: coinbaseOf(session.page) },
    requestTimeoutMs: waitingOf(session.page).timeoutMs,
    storagePrefix: options.storagePrefix ?? '',
    walletClientType,
  };
}

const coinbaseOf = (page: PageContext) =>
  page.options.config?.externalWallets?.coinbaseWallet?.connectionOptions ?? 'all';

export type Way = Omit<WalletOption, 'isRecent'>;

const noStores: WalletStores = { site: null, chrome: null, firefox: null, ios: null, android: null };

/** Returns the row of a wallet in the page, or null if the wallet has none of the chain types. */
export function toFoundWay(found: FoundWallet, chainTypes: readonly ChainType[]): Way | null {
  const { known, id, name, icon } = found;
  const own = chainTypesOf(found).filter((chainType) => chainTypes.includes(chainType));
  const [first] = own;
  if (!first) return null;
  return {
    id,
    name,
    icon,
    walletClientType: id,
    chainTypes: own,
    connectorType: connectorTypeOf(found, first),
    isDetected: true,
    isKnown: known !== null,
    way: 'connect',
    link: null,
    stores: { ...noStores, ...known?.stores },
  };
}

/**
 * Returns the row of a known wallet that is not in the page. It leads to the package that the host passed, on phones
 * to the wallet's own browser, or else, for an extension, to an install page. For a wallet of Coinbase it leads only to
 * the package, or on phones with `eoaOnly` to Coinbase's app. Returns null if none of these is possible.
 */
export function toAbsentWay(
  page: PageContext,
  id: KnownWalletId,
  chainTypes: readonly ChainType[],
): Way | null {
  const known = findKnown(id);
  const hostWindow = page.environment.window;
  const own = known?.chainTypes.filter((chainType) => chainTypes.includes(chainType)) ?? [];
  if (!known || own.length === 0) return null;
  const factory = own.includes('ethereum') ? findFactory(page, known) : null;
  const onPhone = isMobile(hostWindow);
  const link = onPhone && hostWindow && known.openPage ? known.openPage(hostWindow.location.href) : null;
  const base = {
    id,
    name: known.name,
    icon: null,
    walletClientType: id,
    isDetected: false,
    isKnown: true,
    link: null,
    stores: { ...noStores, ...known.stores },
  };
  if (known.group === 'coinbase') {
    // EXTW-08: with `eoaOnly`, the row opens Coinbase's app on a phone.
    const isApp = link !== null && coinbaseOf(page) === 'eoaOnly' && !isStandalone(hostWindow);
    if (isApp) return { ...base, chainTypes: own, connectorType: 'coinbase_wallet', way: 'app-link', link };
    return (
      factory && { ...base, chainTypes: ['ethereum'], connectorType: factory.connectorType, way: 'connect' }
    );
  }
  if (factory)
    return { ...base, chainTypes: ['ethereum'], connectorType: factory.connectorType, way: 'pairing' };
  const connectorType = id === 'phantom' ? 'phantom' : 'injected';
  if (link) return { ...base, chainTypes: own, connectorType, way: 'app-link', link };
  const canInstall = known.group === 'extension' || known.group === 'phantom';
  return canInstall ? { ...base, chainTypes: own, connectorType, way: 'install' } : null;
}

/** True if the page runs as a home-screen app. A link there could open a browser that lacks the page's session. */
function isStandalone(hostWindow: PageContext['environment']['window']): boolean {
  const navigator = hostWindow?.navigator as (Navigator & { standalone?: boolean }) | undefined;
  return (
    navigator?.standalone === true || hostWindow?.matchMedia?.('(display-mode: standalone)').matches === true
  );
}

/**
 * Replaces either of Coinbase's wallets with the one that the host offers (`coinbaseWallet.connectionOptions`).
 * Returns other ids unchanged.
 */
export function toOffered(page: PageContext, id: KnownWalletId): KnownWalletId {
  if (findKnown(id)?.group !== 'coinbase') return id;
  const offered = coinbaseOf(page);
  if (offered === 'all') return id;
  return offered === 'eoaOnly' ? 'coinbase_wallet' : 'coinbase_smart_wallet';
}
