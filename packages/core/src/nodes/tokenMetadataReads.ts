import { toSmall, toText } from './answers.ts';
import type { Read } from './readAtOnce.ts';

const symbolCall = '0x95d89b41'; // symbol()
const decimalsCall = '0x313ce567'; // decimals()
/** More decimals than a number of 256 bits has digits are no token's. */
const mostDecimals = 77;

/** Asks a token what it is called, and how it counts. */
export function tokenMetadataReads(token: string): { symbol: Read<string>; decimals: Read<number> } {
  const call = (data: string) => ({ method: 'eth_call', params: [{ to: token, data }, 'latest'] });
  return {
    symbol: { ...call(symbolCall), read: toText },
    decimals: { ...call(decimalsCall), read: (result) => toSmall(result, mostDecimals) },
  };
}
