import { toChecksumAddress } from '@latchkey/frame/addresses';
import { contextsOf, type WalletsContext } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { isLinkedTo, toConnectedWallet } from './connectedWallet.ts';
import { chooseWallet, externalWalletsOf, isNamed } from './externalWallets.ts';
import { type KeptConnection, keepAll, listKeptConnections } from './kept.ts';
import type { Live } from './live.ts';
import type { ConnectedWallet } from './wallet.ts';

/** Connections of a page. The store of `externalWalletsOf` notifies about their changes. */
export interface Connections {
  find(id: string): Live | null;
  /** Adds a connection, or replaces the one of the same wallet. @returns the wallet; null while it is locked */
  add(live: Live): ConnectedWallet | null;
  end(id: string): void;
}

const known = new WeakMap<WalletsContext, Connections>();

export function connectionsOf(client: LatchkeyClient): Connections {
  const { wallets } = contextsOf(client);
  const before = known.get(wallets);
  if (before) return before;
  const connections = createConnections(client, wallets);
  known.set(wallets, connections);
  return connections;
}

interface Entry {
  readonly live: Live;
  readonly stop: () => void;
  /** Cached wallet object, reused until its facts change. */
  shown: { facts: string; wallet: ConnectedWallet } | null;
}

function createConnections(client: LatchkeyClient, wallets: WalletsContext): Connections {
  const externalWallets = externalWalletsOf(wallets);
  const entries = new Map<string, Entry>();

  function show(entry: Entry): ConnectedWallet | null {
    const { live } = entry;
    const [claimed] = live.accounts();
    if (claimed === undefined) return null;
    const address = toChecksumAddress(claimed) ?? claimed;
    const facts = { address, chainId: live.chain(), isLinked: isLinkedTo(wallets.session, address) };
    const text = JSON.stringify(facts);
    if (entry.shown?.facts === text) return entry.shown.wallet;
    const wallet = toConnectedWallet(client, live, facts, () => end(live.id));
    entry.shown = { facts: text, wallet };
    return wallet;
  }

  function publish(): void {
    const connected = [...entries.values()]
      .sort((a, b) => b.live.connectedAt - a.live.connectedAt)
      .map(show)
      .filter((wallet) => wallet !== null);
    const before = externalWallets.get().connected;
    const isSame = before.length === connected.length && before.every((one, at) => one === connected[at]);
    if (!isSame) externalWallets.set({ connected });
  }

  function keep(): void {
    const others = listKeptConnections(wallets.page).filter(
      ({ id, chainType }) => !entries.has(`${chainType}:${id}`),
    );
    const ours = [...entries.values()].map(
      ({ live, shown }): KeptConnection | null =>
        shown && {
          id: live.row.id,
          name: live.row.name,
          chainType: live.chainType,
          walletClientType: live.row.walletClientType,
          connectorType: live.connector.connectorType,
          address: shown.wallet.address,
          connectedAt: live.connectedAt,
          kept: live.kept(),
        },
    );
    const all = [...ours.filter((one) => one !== null), ...others];
    keepAll(
      wallets.page,
      all.sort((a, b) => b.connectedAt - a.connectedAt),
    );
  }

  function drop(id: string): Entry | null {
    const entry = entries.get(id) ?? null;
    entry?.stop();
    entries.delete(id);
    return entry;
  }

  function forget(id: string): void {
    const entry = drop(id);
    if (!entry) return;
    const { chosen } = externalWallets.get();
    const wallet = entry.shown?.wallet;
    keepAll(
      wallets.page,
      listKeptConnections(wallets.page).filter((kept) => `${kept.chainType}:${kept.id}` !== id),
    );
    if (chosen && wallet && isNamed(wallet, chosen)) chooseWallet(wallets, null);
    publish();
  }

  function end(id: string): void {
    const connector = entries.get(id)?.live.connector;
    forget(id);
    void connector?.disconnect().catch(() => {});
  }

  // A change of the user's linked accounts can change `isLinked` of a wallet.
  wallets.session.state.subscribe(publish);

  return {
    find: (id) => entries.get(id)?.live ?? null,
    add(live) {
      const before = drop(live.id);
      if (before && before.live.connector !== live.connector)
        void before.live.connector.disconnect().catch(() => {});
      const stop = live.connector.subscribe((connection) => {
        if (!connection) return forget(live.id);
        live.update(connection);
        publish();
        keep();
      });
      const entry: Entry = { live, stop, shown: null };
      entries.set(live.id, entry);
      publish();
      const wallet = show(entry);
      if (wallet) keep();
      return wallet;
    },
    end,
  };
}
