import { useTexts } from '../texts.ts';
import { CopyButton } from './CopyButton.tsx';
import { Identicon } from './Identicon.tsx';

export const addressTexts = { copy: 'Copy address', copied: 'Copied' } as const;

/** A wallet's address: picture, first and last signs, copy. */
export function AddressChip({ address }: { address: string }) {
  const texts = useTexts('address', addressTexts);
  return (
    <div className="address">
      <Identicon seed={address} />
      <span className="mono" title={address}>
        {shorten(address)}
      </span>
      <CopyButton copiedLabel={texts.copied} label={texts.copy} text={address} />
    </div>
  );
}

/** `0x1234…cdef` */
function shorten(address: string): string {
  return address.length > 12 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}
