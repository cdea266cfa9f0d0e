import type { Connector } from '../../connector.ts';
import { contextsOf, type SessionContext, type WalletsContext } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { announcedIn } from './announced.ts';
import { answerOf } from './answerOf.ts';
import { toPeerRow } from './connect.ts';
import { waitingOf } from './connectedWallet.ts';
import { connectionsOf } from './connections.ts';
import { walletsWaitMs } from './discovery.ts';
import { externalWalletsOf } from './externalWallets.ts';
import { type KeptConnection, listKeptConnections } from './kept.ts';
import { findKnown } from './known/index.ts';
import { createLive, liveId } from './live.ts';
import { connectorOf, contextOf, findFactory } from './waysIn.ts';

/**
 * Reconnects the wallets of an earlier page with requests that should not prompt the user. A locked or absent wallet
 * reconnects when it is unlocked or found.
 *
 * Resolves when every wallet answered, after 1500 ms at most (CONST-04).
 */
export async function bringBack(client: LatchkeyClient): Promise<void> {
  const { page, wallets } = contextsOf(client);
  return page.flights.run('bring wallets back', () => bringAllBack(client, wallets));
}

async function bringAllBack(client: LatchkeyClient, wallets: WalletsContext): Promise<void> {
  const connections = connectionsOf(client);
  const externalWallets = externalWalletsOf(wallets);
  const { environment } = wallets.page;
  const announced = announcedIn(environment);
  const kept = listKeptConnections(wallets.page).map((one) => [liveId(one.id, one.chainType), one] as const);
  const waiting = new Map(kept.filter(([id]) => !connections.find(id)));
  if (waiting.size === 0) return externalWallets.set({ isReturning: false });

  const tries = new Set<Promise<void>>();
  function tryAll(): void {
    for (const [id, kept] of waiting) {
      const connector = findConnector(wallets.session, kept);
      if (!connector) continue;
      waiting.delete(id);
      const attempt = reconnect(client, kept, connector).catch(() => {});
      tries.add(attempt);
      void attempt.finally(() => tries.delete(attempt));
    }
  }
  tryAll();
  // A wallet may appear at any time later, so the search goes on after the wait.
  const stops = [announced.subscribe(look), wallets.session.state.subscribe(look)];
  function look(): void {
    tryAll();
    if (waiting.size === 0) for (const stop of stops) stop();
  }
  await new Promise<void>((resolve) => {
    const timer = environment.clock.setTimeout(resolve, walletsWaitMs);
    const settle = async () => {
      while (tries.size > 0) await Promise.all(tries);
      if (waiting.size > 0) return;
      environment.clock.clearTimeout(timer);
      resolve();
    };
    void settle();
    stops.push(
      announced.subscribe(() => void settle()),
      wallets.session.state.subscribe(() => void settle()),
    );
  });
  if (waiting.size === 0) for (const stop of stops) stop();
  externalWallets.set({ isReturning: false });
}

/**
 * Returns the connector of a stored wallet. Returns null if the wallet was not found, its package is missing, or the
 * package needs the served config, which is not loaded yet.
 */
function findConnector(
  session: SessionContext,
  { id, chainType, connectorType }: KeptConnection,
): Connector | null {
  const isForeign = connectorType === 'wallet_connect_v2' || connectorType === 'coinbase_wallet';
  if (!isForeign) {
    const found = announcedIn(session.page.environment)
      .list()
      .find((wallet) => wallet.id === id);
    return found ? connectorOf(found, chainType) : null;
  }
  const known = findKnown(id);
  const factory = known && findFactory(session.page, known);
  return factory && session.state.get().settings ? factory.create(contextOf(session, id)) : null;
}

async function reconnect(client: LatchkeyClient, kept: KeptConnection, connector: Connector): Promise<void> {
  const { page } = contextsOf(client);
  const connections = connectionsOf(client);
  const id = liveId(kept.id, kept.chainType);
  const connection = await answerOf(
    (signal) => connector.reconnect(kept.kept, signal),
    waitingOf(page),
  ).catch(() => null);
  if (connections.find(id)) return; // the user connected it in the meantime
  if (!listKeptConnections(page).some((one) => liveId(one.id, one.chainType) === id)) return;
  const found = announcedIn(page.environment)
    .list()
    .find((wallet) => wallet.id === kept.id);
  const { walletClientType } = kept;
  const row = { id: kept.id, name: found?.name ?? kept.name, icon: found?.icon ?? null, walletClientType };
  const named = connection ? toPeerRow(row, connection) : row;
  connections.add(await createLive({ row: named, chainType: kept.chainType, connector }, connection, kept));
}
