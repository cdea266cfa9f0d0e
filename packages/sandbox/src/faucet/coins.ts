import { base58 } from '@scure/base';
import { type Chain, givePlay } from '../chain/index.ts';
import type { Solana } from '../solana/index.ts';

/** Coins of one network, selected by the form of the address and the requested chain. */
export interface Coin {
  readonly gift: string;
  /** @param chain a chain id, if one is requested */
  isFor(address: string, chain?: unknown): boolean;
  /** Sends the coins. Returns the balance of the network's own coin, in the network's form. */
  give(address: string): Promise<unknown>;
}

const givenWei = 10n ** 19n;
const givenPlay = 100_000_000n;
const givenLamports = 10n ** 10n;

/** @param isUsual true if requests that name no chain get this coin */
export function createEther(chain: Chain, isUsual = true): Coin {
  let last: Promise<unknown> = Promise.resolve();
  return {
    gift: '10 test ETH and 100 PLAY',
    isFor: (address, id) =>
      /^0x[0-9a-fA-F]{40}$/.test(address) && (id === undefined ? isUsual : id === chain.chainId),
    async give(address) {
      // Gifts run one after the other: each reads the balance first, so of two concurrent gifts one would be lost.
      const given = last.then(() => givePlay(chain, address, givenPlay));
      last = given.catch(() => {});
      await Promise.all([chain.fund(address, givenWei), given]);
      return chain.request('eth_getBalance', [address, 'latest']);
    },
  };
}

export const createSol = (solana: Solana): Coin => ({
  gift: '10 test SOL',
  isFor: (address, chain) =>
    chain === undefined &&
    /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) &&
    base58.decode(address).length === 32,
  async give(address) {
    await solana.fund(address, givenLamports);
    const { value } = (await solana.request('getBalance', [address])) as { value: bigint };
    return Number(value);
  },
});
