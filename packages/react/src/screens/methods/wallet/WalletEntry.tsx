import type { WalletOption } from '@latchkey/core';
import { lazyView } from '../../../ui/index.ts';
import type { MethodEntryProps } from '../methodScreens.ts';

export interface WalletStarts {
  wallet: { option: WalletOption };
}

const WalletList = lazyView(async () => (await import('../../wallets/external/views.ts')).WalletList);

/**
 * Rows of wallets on the landing screen: the first few beside other methods, or all of them in their own part
 * (LAND-09).
 */
export function WalletEntry({ part, onMore, exit }: MethodEntryProps<WalletStarts>) {
  return (
    <WalletList
      onChoose={(option) => exit('wallet', { option })}
      {...(part === 'web3-overflow' ? {} : { onMore: () => onMore('web3-overflow') })}
    />
  );
}
