import type { WalletOption } from '@latchkey/core';
import { walletColors, walletConnectMark } from './walletMarks.ts';

interface WalletMarkProps {
  readonly wallet: Pick<WalletOption, 'icon' | 'id' | 'isKnown' | 'name'>;
  /** Size in px. @default 20 */
  readonly size?: 20 | 28;
}

/**
 * Picture of a wallet: its announced icon, else WalletConnect's mark for WalletConnect, else its first letter. A
 * malicious extension can announce any icon. Only `data:` images are used, in an `img`: a network image would reveal
 * visitors to its owner, and markup could run scripts in the page.
 */
export function WalletMark({ wallet: { icon, id, isKnown, name }, size = 20 }: WalletMarkProps) {
  if (icon?.startsWith('data:image/'))
    return <img alt="" className="wallet-icon" decoding="async" height={size} src={icon} width={size} />;
  // An unknown wallet can claim any id and gets no logo. One that announces the name 'WalletConnect' counts as known.
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

export function WalletPicture({ wallet, isBusy }: Pick<WalletMarkProps, 'wallet'> & { isBusy?: boolean }) {
  return (
    <span className="mark wallet-mark" data-busy={isBusy || undefined}>
      <WalletMark size={28} wallet={wallet} />
    </span>
  );
}
