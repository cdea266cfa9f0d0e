import type { TransactionAction } from '@latchkey/frame/readable';
import { type Answer, type Read, toHasCode, toSmall, toText } from '../../nodes/index.ts';
import type { Hex, TransactionToken } from '../transaction.ts';

const symbolCall = '0x95d89b41'; // symbol()
const decimalsCall = '0x313ce567'; // decimals()
// supportsInterface(0x80ac58cd): whether it is an ERC-721 (ERC-165)
const collectionCall: Hex = `0x01ffc9a7${'80ac58cd'.padEnd(64, '0')}`;
/** More decimals than a number of 256 bits has digits are no token's. */
const mostDecimals = 77;

/** What the review needs to know of contracts. */
export interface TokenReads {
  readonly symbol: Read<string>;
  readonly decimals: Read<number>;
  readonly collection: Read<number>;
  readonly code: Read<boolean>;
}

/** The one token that an action moves or approves; null where it is none, or several. */
function findToken(action: TransactionAction): string | null {
  const tokens = new Set(flatten(action).flatMap((one) => ('token' in one ? [one.token] : [])));
  const [token = null] = tokens;
  return tokens.size === 1 ? token : null;
}

/** Who may take tokens from now on. */
function findSpender(action: TransactionAction): string | null {
  for (const one of flatten(action)) {
    if (one.kind === 'token-approval') return one.spender;
    if (one.kind === 'nft-approval') return one.operator;
  }
  return null;
}

/** Asks what a token is called, how it counts, and whether its calls are a collection's, which look the same. */
export function tokenReads(action: TransactionAction): Partial<TokenReads> {
  const [token, spender] = [findToken(action), findSpender(action)];
  const call = (data: string, to: string) => ({ method: 'eth_call', params: [{ to, data }, 'latest'] });
  return {
    ...(token && {
      symbol: { ...call(symbolCall, token), read: toText },
      decimals: { ...call(decimalsCall, token), read: (result) => toSmall(result, mostDecimals) },
      collection: { ...call(collectionCall, token), read: (result) => toSmall(result, 1) },
    }),
    ...(spender && {
      code: { method: 'eth_getCode', params: [spender, 'latest'], read: toHasCode },
    }),
  };
}

/** The token by its own words; null where it does not say both. */
export function toToken(
  action: TransactionAction,
  { symbol, decimals }: { symbol?: Answer<string>; decimals?: Answer<number> },
): TransactionToken | null {
  const address = findToken(action);
  if (address === null || !symbol?.value || decimals?.value === null || decimals?.value === undefined)
    return null;
  return { address, symbol: symbol.value, decimals: decimals.value };
}

function flatten(action: TransactionAction): TransactionAction[] {
  return action.kind === 'batch' ? action.actions.flatMap(flatten) : [action];
}
