import { lazy, Suspense, useState } from 'react';
import { EntryButton } from '../../../ui/index.ts';

/** Names of those by whom people log in, as they write themselves: no language has others (LAND-16). */
const brandNames: Readonly<Record<string, string>> = {
  apple: 'Apple',
  coinbase_wallet: 'Coinbase Wallet',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  google: 'Google',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  metamask: 'MetaMask',
  rainbow: 'Rainbow',
  spotify: 'Spotify',
  telegram: 'Telegram',
  tiktok: 'TikTok',
  twitter: 'Twitter',
  wallet_connect: 'WalletConnect',
};

const BrandMark = lazy(() => import('./BrandMark.tsx').then((file) => ({ default: file.BrandMark })));

export interface BrandEntryProps {
  readonly brand: string;
  readonly badge?: string | undefined;
  /** It was pressed, and what it leads to is on its way. @default false */
  readonly busy?: boolean;
  onPress?(): void;
}

/** The landing's row of a social account or a wallet: mark and name. It is disabled once it was pressed (LAND-18). */
export function BrandEntry({ brand, badge, busy = false, onPress }: BrandEntryProps) {
  const [isPressed, setPressed] = useState(false);
  const mark = (
    // The place of the mark is kept, so that nothing moves when it comes.
    <Suspense fallback={<svg aria-hidden="true" height="20" width="20" />}>
      <BrandMark name={brand} />
    </Suspense>
  );
  return (
    <EntryButton
      badge={badge}
      busy={busy}
      disabled={isPressed && !onPress}
      icon={mark}
      label={brandNames[brand] ?? brand}
      onClick={() => {
        setPressed(true);
        onPress?.();
      }}
    />
  );
}
