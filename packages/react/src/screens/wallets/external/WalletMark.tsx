import type { WalletOption } from '@latchkey/core/startup';
import { BrandMark } from '../../methods/social/BrandMark.tsx';
import { brandMarks } from '../../methods/social/brandMarks.ts';

interface WalletMarkProps {
  readonly wallet: Pick<WalletOption, 'icon' | 'id' | 'name'>;
  /** In px. @default 20 */
  readonly size?: 20 | 28;
}

/**
 * What stands for a wallet: the icon that it announces, else the mark of its maker where that is free to use, else its first
 * letter. The icon is any extension's, so that it is data, and an image: one from the network would tell its owner who looks,
 * and markup in the page could run.
 */
export function WalletMark({ wallet: { icon, id, name }, size = 20 }: WalletMarkProps) {
  if (icon?.startsWith('data:image/'))
    return <img alt="" className="wallet-icon" decoding="async" height={size} src={icon} width={size} />;
  if (brandMarks[id]) return <BrandMark name={id} />;
  return (
    <span aria-hidden="true" className="wallet-letter" style={{ height: size, width: size }}>
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
