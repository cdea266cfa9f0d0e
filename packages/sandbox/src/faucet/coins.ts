import { base58 } from '@scure/base';
import { type Chain, givePlay } from '../chain/index.ts';
import type { Solana } from '../solana/index.ts';

/** What the faucet gives on one network, told by the form of the address. */
export interface Coin {
  /** What is given each time, as people read it. */
  readonly gift: string;
  /** @param chain an id, where one is asked for */
  isFor(address: string, chain?: unknown): boolean;
  /** Gives it; tells the balance of the network's own coin, as the network writes it. */
  give(address: string): Promise<unknown>;
}

const givenWei = 10n ** 19n;
/** 100 PLAY. */
const givenPlay = 100_000_000n;
const givenLamports = 10n ** 10n;

/** @param isUsual whether it is given where no chain is asked for */
export function createEther(chain: Chain, isUsual = true): Coin {
  let last: Promise<unknown> = Promise.resolve();
  return {
    gift: '10 test ETH and 100 PLAY',
    isFor: (address, id) =>
      /^0x[0-9a-fA-F]{40}$/.test(address) && (id === undefined ? isUsual : id === chain.chainId),
    async give(address) {
      // One after the other: what is added to is read before, and two gifts at once would be one.
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
