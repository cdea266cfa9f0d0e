import type { ConnectedWallet } from '@latchkey/react';
import { useCallback, useEffect, useState } from 'react';
import { type CoinSymbol, coins, format, symbols } from './coins.ts';

export type Balances = Readonly<Record<CoinSymbol, string>>;

/** Returns a wallet's balance of each coin. `balances` is null before the first read and after a failed one. */
export function useBalances(wallet: ConnectedWallet) {
  const [balances, setBalances] = useState<Balances | null>(null);
  const [reading, setReading] = useState(0);
  const refresh = useCallback(() => setReading((count) => count + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading is what `refresh` asks for
  useEffect(() => {
    let isCurrent = true;
    readBalances(wallet).then(
      (read) => isCurrent && setBalances(read),
      () => isCurrent && setBalances(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [wallet, reading]);
  return { balances, refresh };
}

async function readBalances(wallet: ConnectedWallet): Promise<Balances> {
  const provider = await wallet.getEthereumProvider();
  const read = async (symbol: CoinSymbol) => {
    const { balanceRequest, decimals } = coins[symbol];
    const amount = await provider.request(balanceRequest(wallet.address));
    return [symbol, format(BigInt(amount as string), decimals)] as const;
  };
  return Object.fromEntries(await Promise.all(symbols.map(read))) as Balances;
}
