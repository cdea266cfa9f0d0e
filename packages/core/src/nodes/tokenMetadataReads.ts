import { toSmall, toText } from './answers.ts';
import type { Read } from './readAtOnce.ts';

const symbolCall = '0x95d89b41'; // symbol()
const decimalsCall = '0x313ce567'; // decimals()
/** Upper bound: with more decimals, even the largest 256-bit amount would be less than 1. */
const mostDecimals = 77;

export function tokenMetadataReads(token: string): { symbol: Read<string>; decimals: Read<number> } {
  const call = (data: string) => ({ method: 'eth_call', params: [{ to: token, data }, 'latest'] });
  return {
    symbol: { ...call(symbolCall), read: toText },
    decimals: { ...call(decimalsCall), read: (result) => toSmall(result, mostDecimals) },
  };
}
