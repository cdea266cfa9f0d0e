import type { TransactionAction } from '@latchkey/frame/readable';
import {
  tokenMetadataReads as nameReads,
  type Read,
  type ReadResult,
  toHasCode,
  toSmall,
} from '../../nodes/index.ts';
import type { Hex, TransactionToken } from '../transaction.ts';

// supportsInterface(0x80ac58cd): true for an ERC-721 (ERC-165)
const collectionCall: Hex = `0x01ffc9a7${'80ac58cd'.padEnd(64, '0')}`;

export interface TokenReads {
  readonly symbol: Read<string>;
  readonly decimals: Read<number>;
  readonly collection: Read<number>;
}

/** Reads of the code at addresses, by the name that {@link codeReadOf} returns. */
export type CodeReads = Readonly<Record<`code of ${string}`, Read<boolean>>>;

/** Largest number of addresses whose code is read, so that all reads of a transaction fit into one batch. */
const mostCodeReads = 16;

/** Returns the token that an action moves or approves; null if there is none, or more than one. */
function findToken(action: TransactionAction): string | null {
  const tokens = new Set(flatten(action).flatMap((one) => ('token' in one ? [one.token] : [])));
  const [token = null] = tokens;
  return tokens.size === 1 ? token : null;
}

/** Creates the reads of the code of the spenders and operators in an action, at most {@link mostCodeReads}. */
export function codeReads(action: TransactionAction): CodeReads {
  const spenders = flatten(action).flatMap((one) => {
    if (one.kind === 'token-approval') return [one.spender];
    return one.kind === 'nft-approval' ? [one.operator] : [];
  });
  const read = (address: string) => ({ method: 'eth_getCode', params: [address, 'latest'], read: toHasCode });
  const named = [...new Set(spenders)].slice(0, mostCodeReads);
  return Object.fromEntries(named.map((address) => [codeReadOf(address), read(address)]));
}

/** Returns the name of the read of an address's code. */
export const codeReadOf = (address: string) => `code of ${address}` as const;

/**
 * Creates the reads of an action's token. One of them tells whether the token supports ERC-721, because some calls of
 * ERC-20 and ERC-721 look the same.
 */
export function tokenReads(action: TransactionAction): Partial<TokenReads> {
  const token = findToken(action);
  return {
    ...(token && {
      ...nameReads(token),
      collection: {
        method: 'eth_call',
        params: [{ to: token, data: collectionCall }, 'latest'],
        read: (result) => toSmall(result, 1),
      },
    }),
  };
}

/** Returns an action's token; null if it has none or several, or the symbol or decimals could not be read. */
export function toToken(
  action: TransactionAction,
  { symbol, decimals }: { symbol?: ReadResult<string>; decimals?: ReadResult<number> },
): TransactionToken | null {
  const address = findToken(action);
  if (address === null || !symbol?.value || decimals?.value === null || decimals?.value === undefined)
    return null;
  return { address, symbol: symbol.value, decimals: decimals.value };
}

function flatten(action: TransactionAction): TransactionAction[] {
  return action.kind === 'batch' ? action.actions.flatMap(flatten) : [action];
}
