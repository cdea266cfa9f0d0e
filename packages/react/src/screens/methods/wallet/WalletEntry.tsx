import type { WalletOption } from '@latchkey/core';
import { lazyView } from '../../../ui/index.ts';
import type { MethodEntryProps } from '../methodScreens.ts';

/** What the landing's rows of wallets lead to. */
export interface WalletStarts {
  /** A wallet was chosen. */
  wallet: { option: WalletOption };
}

/** A login without wallets loads nothing of them. */
const WalletList = lazyView(async () => (await import('../../wallets/external/views.ts')).WalletList);

/** The landing's rows of wallets: the first of them beside other methods, all where they were asked for (LAND-09). */
export function WalletEntry({ part, onMore, exit }: MethodEntryProps<WalletStarts>) {
  return (
    <WalletList
      onChoose={(option) => exit('wallet', { option })}
      {...(part === 'web3-overflow' ? {} : { onMore: () => onMore('web3-overflow') })}
    />
  );
}
