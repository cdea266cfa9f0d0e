import type { ChainType } from '@latchkey/wire';
import type { Connection, Connector, SolanaOperations } from '../../connector.ts';
import type { KeptConnection } from './kept.ts';

/** What of a row of the list a connection goes on with. */
export interface Row {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly walletClientType: string;
}

/** A connection of this page. */
export interface Live {
  /** One of a kind: a row and a kind of chain. */
  readonly id: string;
  readonly row: Row;
  readonly chainType: ChainType;
  readonly connector: Connector;
  /** Unix ms. */
  readonly connectedAt: number;
  /** The wallet's own sign-in on Solana. */
  readonly signIn: NonNullable<SolanaOperations['signIn']> | null;
  /** What it is found by after a reload. */
  kept(): string | null;
  /** The addresses that the wallet gives now, the one in use first; none while it is locked. */
  accounts(): readonly string[];
  /** CAIP-2. */
  chain(): string;
  /** Takes over what the wallet tells of itself. */
  update(connection: Connection): void;
}

export const liveId = (rowId: string, chainType: ChainType) => `${chainType}:${rowId}`;

/** Begins a connection with what the wallet answered; null is a wallet that is locked. */
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
      // A pairing names its chain in it: the next page is to find the wallet where it went.
      kept = next.kept ?? kept;
    },
  };
}
