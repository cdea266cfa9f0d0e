import { type WalletListEntry, type WalletOption, watchWalletOptions } from '@latchkey/core';
import type { ChainType } from '@latchkey/wire';
import { useEffect, useState } from 'react';
import { useServices, useSettings } from '../../services.ts';

const chainTypes: readonly ChainType[] = ['ethereum', 'solana'];

/**
 * Returns the wallets that the user can choose from, updated as wallets announce themselves (EXTW-12, EXTW-25).
 *
 * @param walletList wallets to list; defaults to the settings. Wallets that are in the page come first.
 * @param wanted chain type of the listed wallets; defaults to the chain types that the app accepts for logins, or to
 * both if it accepts neither
 */
export function useWalletOptions(
  walletList?: readonly WalletListEntry[],
  wanted?: ChainType,
): readonly WalletOption[] {
  const { client } = useServices();
  const { ethereum, solana } = useSettings().externalWallets;
  const [options, setOptions] = useState<readonly WalletOption[]>([]);
  useEffect(() => {
    // An app that accepts no wallet for login may still connect any.
    const isWanted = (chainType: ChainType) => ethereum === solana || { ethereum, solana }[chainType];
    const input = {
      chainTypes: wanted ? [wanted] : chainTypes.filter(isWanted),
      ...(walletList ? { walletList } : {}),
    };
    return watchWalletOptions(client, input, setOptions);
  }, [client, ethereum, solana, walletList, wanted]);
  return options;
}
