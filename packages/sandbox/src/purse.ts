import { randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { type Chain, payOut, usdcToken } from './chain/index.ts';
import type { Solana } from './solana/index.ts';

/** A coin that a provider sells. */
export interface SoldCoin {
  /** The network by its usual name, such as `ethereum`. */
  readonly network: string;
  readonly token: 'native' | 'usdc' | 'other';
}

/** What providers send coins from, once they are paid. */
export interface Purse {
  /**
   * Sends coins on the chain that stands for the network: the devnet for Ethereum, the second one for Base, the cluster for
   * Solana. Where none stands for it, and for tokens that it does not have, nothing moves.
   *
   * @param amount as people write it, in ASCII digits with at most one dot
   * @returns the hash of the transaction; one of no transaction where nothing moved
   */
  send(coin: SoldCoin, to: string, amount: string): Promise<string>;
}

/** The most that the cluster gives at once, 10 SOL. */
const mostLamports = 10n ** 10n;

export function createPurse(
  chains: Readonly<Record<string, Chain>>,
  solana: Pick<Solana, 'request' | 'fund'>,
): Purse {
  async function airdrop(to: string, lamports: bigint): Promise<string> {
    const last = lamports % mostLamports || mostLamports;
    if (lamports > last) await solana.fund(to, lamports - last);
    return String(await solana.request('requestAirdrop', [to, Number(last)]));
  }
  return {
    async send({ network, token }, to, amount) {
      const isOnSolana = network === 'solana';
      if (isOnSolana && token === 'native') return airdrop(to, toUnits(amount, 9));
      const chain = Object.hasOwn(chains, network) ? chains[network] : undefined;
      if (chain && token === 'native') return payOut(chain, null, to, toUnits(amount, 18));
      if (chain && token === 'usdc')
        return payOut(chain, usdcToken.address, to, toUnits(amount, usdcToken.decimals));
      return isOnSolana ? base58.encode(randomBytes(64)) : `0x${randomBytes(32).toString('hex')}`;
    },
  };
}

/** Whether a text is an amount as providers take one. */
export const isAmount = (text: string) =>
  /^(?:\d{1,15}(?:\.\d{1,18})?|\.\d{1,18})$/.test(text) && Number(text) > 0;

/** An amount in a coin's smallest unit; what is smaller is cut off. */
function toUnits(amount: string, decimals: number): bigint {
  const [whole = '', part = ''] = amount.split('.');
  return BigInt(`${whole}${part.slice(0, decimals).padEnd(decimals, '0')}`);
}

/** Whether a text is an address of a network, by its form. */
export function isAddressOn(network: string, text: string): boolean {
  return network === 'solana' ? /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) : /^0x[0-9a-fA-F]{40}$/.test(text);
}
