import type { ChainType } from '@latchkey/wire';
import type { ConnectorType } from '../../connector.ts';
import type { PageContext } from '../../contexts.ts';
import { connectionsKey } from '../../storage/index.ts';
import { attempt, toName } from './claims.ts';

/** Stored connection, which the next page restores (docs/wire/protocol.md §5). */
export interface KeptConnection {
  /** Id of the wallet's row in the list. */
  readonly id: string;
  readonly name: string;
  readonly chainType: ChainType;
  readonly walletClientType: string;
  readonly connectorType: ConnectorType;
  readonly address: string;
  readonly connectedAt: number;
  /** Key with which the connector finds the connection. */
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

/**
 * Lists the stored connections, latest first. Storage belongs to the host page and another script may have written
 * anything, so invalid entries are dropped.
 */
export function listKeptConnections({ storage }: Pick<PageContext, 'storage'>): KeptConnection[] {
  const claims = attempt((): unknown => JSON.parse(storage.find(connectionsKey) ?? '[]'));
  if (!Array.isArray(claims)) return [];
  return claims
    .filter(isKept)
    .sort((a, b) => b.connectedAt - a.connectedAt)
    .slice(0, mostKept);
}

/** Stores connections for the next page. An empty list removes the entry. */
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
