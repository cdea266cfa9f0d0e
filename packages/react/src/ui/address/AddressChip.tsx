import { CopyButton } from './CopyButton.tsx';
import { Identicon } from './Identicon.tsx';

/** A wallet's address: picture, first and last signs, copy. */
export function AddressChip({ address }: { address: string }) {
  return (
    <div className="address">
      <Identicon seed={address} />
      <span className="mono" title={address}>
        {shorten(address)}
      </span>
      <CopyButton label="Copy address" text={address} />
    </div>
  );
}

/** `0x1234…cdef` */
function shorten(address: string): string {
  return address.length > 12 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}
