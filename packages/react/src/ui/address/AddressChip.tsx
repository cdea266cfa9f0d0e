import { addressTexts } from '../../texts/generated/en/address.ts';
import { useTexts } from '../../texts/index.ts';
import { CopyButton } from './CopyButton.tsx';
import { Identicon } from './Identicon.tsx';

/**
 * A wallet's address: picture, first and last characters, copy button. A browser's translator could replace the
 * address with another text, so it is marked as not translatable.
 *
 * @param copiedMs how long the copy is confirmed, in ms. Default 1500
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

/** Shortens an address to its first and last characters, as in `0x1234…cdef`. */
export function shorten(address: string): string {
  return address.length > 12 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}
