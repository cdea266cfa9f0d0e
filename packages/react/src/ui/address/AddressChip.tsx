import { addressTexts } from '../../texts/generated/en/address.ts';
import { useTexts } from '../../texts/index.ts';
import { CopyButton } from './CopyButton.tsx';
import { Identicon } from './Identicon.tsx';

/**
 * A wallet's address: picture, first and last signs, copy. Threat: a translator of the browser would put another text in its place.
 *
 * @param copiedMs how long a copy is confirmed; 1500 unless it is said
 */
export function AddressChip({ address, copiedMs }: { address: string; copiedMs?: number }) {
  const texts = useTexts('address', addressTexts);
  return (
    <div className="address">
      <Identicon seed={address} />
      <span className="mono" title={address} translate="no">
        {shorten(address)}
      </span>
      <CopyButton
        copiedLabel={texts.copied}
        label={texts.copy}
        text={address}
        {...(copiedMs ? { copiedMs } : {})}
      />
    </div>
  );
}

/** `0x1234…cdef` */
export function shorten(address: string): string {
  return address.length > 12 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}
