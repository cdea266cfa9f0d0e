import type { ConnectedWallet } from '@latchkey/react';
import { Value } from 'ox';
import { useCallback, useEffect, useState } from 'react';

interface Balance {
  /** In ETH; null where no node answers. */
  balance: string | null;
  /** Reads it again. */
  refresh(): void;
}

/** A wallet's balance, read by the wallet's provider from the chain of the config. */
export function useBalance(wallet: ConnectedWallet): Balance {
  const [balance, setBalance] = useState<string | null>(null);
  const [reading, setReading] = useState(0);
  const refresh = useCallback(() => setReading((count) => count + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading is what `refresh` asks for
  useEffect(() => {
    let isCurrent = true;
    async function read() {
      const provider = await wallet.getEthereumProvider();
      const wei = await provider.request({ method: 'eth_getBalance', params: [wallet.address, 'latest'] });
      return Value.formatEther(BigInt(wei as string));
    }
    read().then(
      (text) => isCurrent && setBalance(text),
      () => isCurrent && setBalance(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [wallet, reading]);
  return { balance, refresh };
}
