import { type WalletListEntry, type WalletOption, watchWalletOptions } from '@latchkey/core';
import type { ChainType } from '@latchkey/wire';
import { useEffect, useState } from 'react';
import { useServices, useSettings } from '../../services.ts';

const chainTypes: readonly ChainType[] = ['ethereum', 'solana'];

/**
 * The wallets that a person may choose among, as they show themselves: at most one change a frame, no matter how many there
 * are (EXTW-12, EXTW-25).
 *
 * @param walletList what is listed, in this order; else what the settings say
 * @param wanted the kind of chain whose wallets are listed; else those of logins
 */
export function useWalletOptions(
  walletList?: readonly WalletListEntry[],
  wanted?: ChainType,
): readonly WalletOption[] {
  const { client } = useServices();
  const { ethereum, solana } = useSettings().externalWallets;
  const [options, setOptions] = useState<readonly WalletOption[]>([]);
  useEffect(() => {
    // An app that takes no wallet for a login may connect any.
    const isWanted = (chainType: ChainType) => ethereum === solana || { ethereum, solana }[chainType];
    const input = {
      chainTypes: wanted ? [wanted] : chainTypes.filter(isWanted),
      ...(walletList ? { walletList } : {}),
    };
    return watchWalletOptions(client, input, setOptions);
  }, [client, ethereum, solana, walletList, wanted]);
  return options;
}
