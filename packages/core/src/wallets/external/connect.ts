import { type ChainType, fail } from '@latchkey/wire';
import { chainSettingsOf } from '../../config/index.ts';
import type { Connection, Connector } from '../../connector.ts';
import { contextsOf, type SessionContext, type WalletsContext } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { announcedIn } from './announced.ts';
import { answerOf } from './answerOf.ts';
import { toName } from './claims.ts';
import { switchChain, waitingOf } from './connectedWallet.ts';
import { connectionsOf } from './connections.ts';
import { untilWalletShows } from './discovery.ts';
import { chooseWallet } from './externalWallets.ts';
import { findByName, findKnown } from './known/index.ts';
import { createLive, liveId, type Row } from './live.ts';
import type { ConnectedWallet, ConnectionState, WalletOption } from './wallet.ts';
import { connectorOf, contextOf, findFactory } from './waysIn.ts';

export type ConnectInput = (
  | { readonly option: Pick<WalletOption, 'id' | 'chainTypes'> }
  | {
      /** Id of a known wallet (`metamask`), or the domain or name that a wallet announces. */
      readonly walletClientType: string;
    }
) & {
  /** Chain type, for a wallet with both. @default the first of the option, or else Ethereum if the wallet has it */
  readonly chainType?: ChainType;
  /** Called with the URI for a QR code or a link, if the way is `pairing`. */
  readonly onUri?: (uri: string) => void;
  /** Called on every change of the connection's state until the call ends (EXTW-02). */
  readonly onState?: (state: ConnectionState) => void;
  /** Cancels the connection, for example when the user leaves. */
  readonly signal?: AbortSignal;
};

/**
 * Connects an external wallet and makes it the active one. Does not log the user in. The wallet reconnects after a
 * reload, without a prompt, until it is disconnected. A wallet on a chain that the client does not have is asked to
 * switch to the default chain. If it does not switch, the client only warns (EXTW-04).
 *
 * @throws ServiceError `user_rejected_request`, `client_request_timeout` after `externalWallets.requestTimeoutMs`,
 *   `not_found` if there is no such wallet, `exited_auth_flow` if `signal` ended it, `generic_connect_wallet_error`,
 *   `unknown_connect_wallet_error`, and other errors of the wallet
 * @example
 * const [option] = getWalletOptions(client);
 * if (option) await connectExternalWallet(client, { option });
 */
export async function connectExternalWallet(
  client: LatchkeyClient,
  input: ConnectInput,
): Promise<ConnectedWallet> {
  const { wallets } = contextsOf(client);
  input.onState?.('connecting');
  try {
    const wallet = await connect(client, wallets, input);
    input.onState?.('connected');
    return wallet;
  } catch (cause) {
    input.onState?.('disconnected');
    throw cause;
  }
}

async function connect(
  client: LatchkeyClient,
  wallets: WalletsContext,
  input: ConnectInput,
): Promise<ConnectedWallet> {
  const { onUri = () => {}, signal } = input;
  const { row, chainType, connector } = await openWay(client, wallets.session, input);
  const { chains, defaultChain } = chainSettingsOf(wallets.session);
  const connection = await answerOf(
    (ended) => connector.connect({ chainTypes: [chainType], chainId: defaultChain.id, onUri, signal: ended }),
    waitingOf(wallets.page, signal),
  );
  if (!connection.accounts.some((account) => account.chainType === chainType))
    fail('generic_connect_wallet_error', { message: `The wallet has no account of ${chainType}` });
  const connectedAt = wallets.page.environment.clock.now();
  const live = await createLive({ row: toPeerRow(row, connection), chainType, connector }, connection, {
    connectedAt,
    kept: connection.kept ?? null,
  });
  if (chainType === 'ethereum' && !chains.some(({ id }) => id === connection.chainId)) {
    input.onState?.('switching_to_supported_chain');
    // During the switch, the wallet may change its account or end the connection.
    let current: Connection | null = connection;
    const stop = connector.subscribe((told) => {
      current = told;
    });
    const isThere = await goToDefault(wallets.session, connector, signal).then(
      () => true,
      () => false,
    );
    stop();
    if (signal?.aborted) fail('exited_auth_flow');
    if (!current) fail('generic_connect_wallet_error', { message: 'The wallet ended the connection' });
    // A malicious wallet could announce the default chain although `eth_chainId` returned another. After a failed
    // switch, such an announcement is ignored.
    const isElsewhere = current.chainId !== defaultChain.id;
    const otherwise = isElsewhere ? current.chainId : connection.chainId;
    live.update({ ...current, chainId: isThere ? defaultChain.id : otherwise });
    if (!isThere)
      wallets.page.environment.warn(
        `The wallet stays on chain ${otherwise}, which is none of config.chains.`,
      );
  }
  const connections = connectionsOf(client);
  const wallet = connections.add(live);
  if (!wallet) {
    // The wallet was locked in the meantime. The connection is removed, so unlocking does not connect it later.
    connections.end(live.id);
    return fail('generic_connect_wallet_error', { message: 'The wallet was locked' });
  }
  chooseWallet(wallets, wallet);
  return wallet;
}

async function goToDefault(
  session: SessionContext,
  connector: Connector,
  signal?: AbortSignal,
): Promise<void> {
  const provider =
    (await connector.getEthereum()) ?? fail('not_supported', { details: { reason: 'wallet_chain' } });
  await switchChain(session, provider, chainSettingsOf(session).defaultChain.id, signal);
}

/**
 * Returns the row of a paired wallet. For the row `wallet_connect`, the user chooses the wallet on their phone, so its
 * name comes from the pairing.
 */
export function toPeerRow(row: Row, { peer }: Pick<Connection, 'peer'>): Row {
  const name = toName(peer?.name);
  if (row.id !== 'wallet_connect' || !name) return row;
  return { ...row, name, walletClientType: findByName(name)?.id ?? row.walletClientType };
}

/** Returns the connector of a wallet. @throws ServiceError `not_found` if there is none */
async function openWay(
  client: LatchkeyClient,
  session: SessionContext,
  input: ConnectInput,
): Promise<{ row: Row; chainType: ChainType; connector: Connector }> {
  const id = 'option' in input ? input.option.id : input.walletClientType;
  const announced = announcedIn(session.page.environment);
  const find = () => announced.list().find((wallet) => wallet.id === id);
  const known = findKnown(id);
  const isElsewhere = known !== null && findFactory(session.page, known) !== null;
  if (!find() && !isElsewhere) await untilWalletShows(client, id, input.signal);
  if (input.signal?.aborted) fail('exited_auth_flow');
  const found = find();
  const wished = input.chainType
    ? [input.chainType]
    : 'option' in input
      ? input.option.chainTypes
      : bothChains;
  const connections = connectionsOf(client);

  for (const chainType of found ? wished : []) {
    // Reuses the connector of a wallet that is connected already.
    const before = connections.find(liveId(id, chainType));
    const connector = before?.connector ?? (found && connectorOf(found, chainType));
    if (found && connector)
      return { row: { id, name: found.name, icon: found.icon, walletClientType: id }, chainType, connector };
  }
  const factory = known && findFactory(session.page, known);
  if (!known || !factory || !wished.includes('ethereum'))
    return fail('not_found', { message: `There is no wallet ${id}` });
  // Connectors of other packages need the served config.
  if (!session.state.get().settings) await client.start();
  return {
    row: { id, name: known.name, icon: null, walletClientType: id },
    chainType: 'ethereum',
    connector: factory.create(contextOf(session, id)),
  };
}

const bothChains: readonly ChainType[] = ['ethereum', 'solana'];
