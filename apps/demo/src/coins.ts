import type { TransactionRequest } from '@latchkey/react';
import { AbiFunction, Value } from 'ox';
import { usdc } from './devnet.ts';

type Address = `0x${string}`;
export type Call = Pick<TransactionRequest, 'to' | 'data' | 'value'>;

/** ERC-20 token of the devnet. The faucet gives it away. */
const playToken = '0x6CbD17B2928842852A1B206d2BD169517E9ed9F9';
const balanceOf = AbiFunction.from('function balanceOf(address owner) view returns (uint256)');
const transfer = AbiFunction.from('function transfer(address to, uint256 amount) returns (bool)');

const token = (address: Address) => ({
  decimals: 6,
  balanceRequest: (owner: string) => ({
    method: 'eth_call',
    params: [{ to: address, data: AbiFunction.encodeData(balanceOf, [owner as Address]) }, 'latest'],
  }),
  toCall: (to: string, amount: bigint): Call => ({
    to: address,
    data: AbiFunction.encodeData(transfer, [to as Address, amount]),
  }),
});

export const coins = {
  ETH: {
    decimals: 18,
    balanceRequest: (owner: string) => ({ method: 'eth_getBalance', params: [owner, 'latest'] }),
    toCall: (to: string, amount: bigint): Call => ({ to, value: `0x${amount.toString(16)}` }),
  },
  PLAY: token(playToken),
  USDC: token(usdc),
} as const;
export type CoinSymbol = keyof typeof coins;
export const symbols = Object.keys(coins) as CoinSymbol[];

/** Formats an amount with at most six decimals, rounded down. */
export function format(amount: bigint, decimals: number): string {
  const [whole, fraction = ''] = Value.format(amount, decimals).split('.');
  const shown = fraction.slice(0, 6).replace(/0+$/, '');
  return shown ? `${whole}.${shown}` : `${whole}`;
}

export const callOf = (symbol: CoinSymbol, to: string, amount: string): Call =>
  coins[symbol].toCall(to, Value.from(amount, coins[symbol].decimals));
