import { randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { type Chain, payOut, usdcToken } from './chain/index.ts';
import type { Solana } from './solana/index.ts';

export interface SoldCoin {
  /** Usual name of the network, such as `ethereum`. */
  readonly network: string;
  readonly token: 'native' | 'usdc' | 'other';
}

export interface Purse {
  /**
   * Sends coins on the chain that stands for the network: the devnet for Ethereum, the second devnet for Base, the
   * cluster for Solana. For any other network or token, and for USDC on Solana, nothing is sent.
   *
   * @param amount ASCII digits with at most one decimal point
   * @returns the transaction hash; a random hash if nothing was sent
   */
  send(coin: SoldCoin, to: string, amount: string): Promise<string>;
}

/** Maximum amount of one airdrop: 10 SOL. */
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

/** Returns true if a text is an amount that providers accept. */
export const isAmount = (text: string) =>
  /^(?:\d{1,15}(?:\.\d{1,18})?|\.\d{1,18})$/.test(text) && Number(text) > 0;

/** Converts an amount to a coin's smallest unit. Further decimals are cut off. */
function toUnits(amount: string, decimals: number): bigint {
  const [whole = '', part = ''] = amount.split('.');
  return BigInt(`${whole}${part.slice(0, decimals).padEnd(decimals, '0')}`);
}

/** Returns true if a text has the form of an address of the network. */
export function isAddressOn(network: string, text: string): boolean {
  return network === 'solana' ? /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) : /^0x[0-9a-fA-F]{40}$/.test(text);
}
