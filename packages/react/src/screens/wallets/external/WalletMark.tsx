import type { WalletOption } from '@latchkey/core';
import { walletColors, walletConnectMark } from './walletMarks.ts';

interface WalletMarkProps {
  readonly wallet: Pick<WalletOption, 'icon' | 'id' | 'isKnown' | 'name'>;
  /** In px. @default 20 */
  readonly size?: 20 | 28;
}

/**
 * What stands for a wallet: the icon that it announces, else the mark of its maker where that is free to use, else its first
 * letter. The icon is any extension's, so that it is data, and an image: one from the network would tell its owner who looks,
 * and markup in the page could run.
 */
export function WalletMark({ wallet: { icon, id, isKnown, name }, size = 20 }: WalletMarkProps) {
  if (icon?.startsWith('data:image/'))
    return <img alt="" className="wallet-icon" decoding="async" height={size} src={icon} width={size} />;
  // An id is a name that a wallet may give itself: only what is known has a look of its own.
  if (isKnown && id === 'wallet_connect') {
    return (
      <svg aria-hidden="true" height={size} viewBox="0 0 24 24" width={size}>
        <path {...walletConnectMark} />
      </svg>
    );
  }
  const background = isKnown ? walletColors[id as keyof typeof walletColors] : undefined;
  return (
    <span
      aria-hidden="true"
      className="wallet-letter"
      data-colored={background !== undefined || undefined}
      style={{ height: size, width: size, background }}
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}

/** A wallet's mark over the title of a page. A ring turns around it while the wallet is busy. */
export function WalletPicture({ wallet, isBusy }: Pick<WalletMarkProps, 'wallet'> & { isBusy?: boolean }) {
  return (
    <span className="mark wallet-mark" data-busy={isBusy || undefined}>
      <WalletMark size={28} wallet={wallet} />
    </span>
  );
}
