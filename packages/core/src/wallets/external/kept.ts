import type { ChainType } from '@latchkey/wire';
import type { ConnectorType } from '../../connector.ts';
import type { PageContext } from '../../contexts.ts';
import { connectionsKey } from '../../storage/index.ts';
import { attempt, toName } from './claims.ts';

/** A connection that the next page brings back, as it is kept (docs/wire/protocol.md §5). */
export interface KeptConnection {
  /** The row of the list. */
  readonly id: string;
  readonly name: string;
  readonly chainType: ChainType;
  readonly walletClientType: string;
  readonly connectorType: ConnectorType;
  readonly address: string;
  readonly connectedAt: number;
  /** What the connector finds it by. */
  readonly kept: string | null;
}

const mostKept = 20;

const connectorTypes: readonly string[] = [
  'injected',
  'wallet_connect_v2',
  'coinbase_wallet',
  'phantom',
  'solana_adapter',
] satisfies readonly ConnectorType[];

/** Lists what is kept, the latest first. Storage is the page's: another script may have written anything. */
export function listKeptConnections({ storage }: Pick<PageContext, 'storage'>): KeptConnection[] {
  const claims = attempt((): unknown => JSON.parse(storage.find(connectionsKey) ?? '[]'));
  if (!Array.isArray(claims)) return [];
  return claims
    .filter(isKept)
    .sort((a, b) => b.connectedAt - a.connectedAt)
    .slice(0, mostKept);
}

/** Keeps connections for the next page; none is nothing at all. */
export function keepAll({ storage }: Pick<PageContext, 'storage'>, kept: readonly KeptConnection[]): void {
  storage.set(connectionsKey, kept.length > 0 ? JSON.stringify(kept.slice(0, mostKept)) : null);
}

function isKept(claim: unknown): claim is KeptConnection {
  const one = (claim ?? {}) as Partial<Record<keyof KeptConnection, unknown>>;
  const texts = [one.id, one.walletClientType, one.address];
  return (
    texts.every((text) => typeof text === 'string' && text !== '' && text.length <= 128) &&
    toName(one.name) === one.name &&
    (one.chainType === 'ethereum' || one.chainType === 'solana') &&
    connectorTypes.includes(String(one.connectorType)) &&
    typeof one.connectedAt === 'number' &&
    (one.kept === null || (typeof one.kept === 'string' && one.kept.length <= 512))
  );
}
