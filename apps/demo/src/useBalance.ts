import type { ConnectedWallet } from '@latchkey/react';
import { Value } from 'ox';
import { useEffect, useState } from 'react';

/** A wallet's balance in ETH, read by the wallet's provider from the RPC of the config; null where none answers. */
export function useBalance(wallet: ConnectedWallet): string | null {
  const [balance, setBalance] = useState<string | null>(null);
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
  }, [wallet]);
  return balance;
}
