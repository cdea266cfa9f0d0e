import type { ChainType } from '@latchkey/wire';
import type { Connection, Connector, SolanaOperations } from '../../connector.ts';
import type { KeptConnection } from './kept.ts';

/** Fields of a list row that a connection keeps. */
export interface Row {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly walletClientType: string;
}

export interface Live {
  /** Unique: the row's id and the chain type. */
  readonly id: string;
  readonly row: Row;
  readonly chainType: ChainType;
  readonly connector: Connector;
  /** Unix ms. */
  readonly connectedAt: number;
  /** The wallet's own sign-in on Solana; null if it has none. */
  readonly signIn: NonNullable<SolanaOperations['signIn']> | null;
  /** Key with which the connector finds the connection after a reload. */
  kept(): string | null;
  /** Addresses that the wallet currently reports, the active one first; empty while it is locked. */
  accounts(): readonly string[];
  chain(): string;
  update(connection: Connection): void;
}

export const liveId = (rowId: string, chainType: ChainType) => `${chainType}:${rowId}`;

/** Creates a connection. Its data is null if the wallet is locked, forgot the page or did not answer. */
export async function createLive(
  { row, chainType, connector }: Pick<Live, 'row' | 'chainType' | 'connector'>,
  connection: Connection | null,
  before: Pick<KeptConnection, 'connectedAt' | 'kept'>,
): Promise<Live> {
  const operations = chainType === 'solana' ? await connector.getSolana() : null;
  let current = connection;
  let kept = connection?.kept ?? before.kept;
  return {
    id: liveId(row.id, chainType),
    row,
    chainType,
    connector,
    connectedAt: before.connectedAt,
    signIn: operations?.signIn?.bind(operations) ?? null,
    kept: () => kept,
    accounts: () =>
      (current?.accounts ?? [])
        .filter((account) => account.chainType === chainType)
        .map(({ address }) => address),
    chain: () => (chainType === 'solana' ? 'solana:mainnet' : `eip155:${current?.chainId ?? 1}`),
    update(next) {
      current = next;
      // A pairing's key contains its chain, so the next page finds the wallet on the chain that it switched to.
      kept = next.kept ?? kept;
    },
  };
}
