import { base58 } from '@scure/base';
import type { Chain } from '../chain/index.ts';
import type { Solana } from '../solana/index.ts';

/** A coin that the faucet gives, told by the form of the address. */
export interface Coin {
  /** What is given each time, as people read it. */
  readonly gift: string;
  isFor(address: string): boolean;
  /** Gives it; tells the balance, as the coin's network writes it. */
  give(address: string): Promise<unknown>;
}

const givenWei = 10n ** 19n;
const givenLamports = 10n ** 10n;

export const createEther = (chain: Chain): Coin => ({
  gift: '10 test ETH',
  isFor: (address) => /^0x[0-9a-fA-F]{40}$/.test(address),
  async give(address) {
    await chain.fund(address, givenWei);
    return chain.ask('eth_getBalance', [address, 'latest']);
  },
});

export const createSol = (solana: Solana): Coin => ({
  gift: '10 test SOL',
  isFor: (address) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) && base58.decode(address).length === 32,
  async give(address) {
    await solana.fund(address, givenLamports);
    const { value } = (await solana.ask('getBalance', [address])) as { value: bigint };
    return Number(value);
  },
});
