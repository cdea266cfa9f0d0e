import { Fragment } from 'react';

/** Text that was shortened in its middle: an address, or the id of an NFT. */
const shortened = /([#0-9A-Za-z]+…[0-9A-Za-z]+)/;

/**
 * A sentence whose shortened addresses are neither broken over two lines nor translated. Otherwise a user could take
 * half of an address at the end of a line for all of it, or a browser's translator could replace it.
 */
export function Sentence({ children }: { children: string }) {
  return children.split(shortened).map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a sentence never changes while it is shown.
      <span className="unbroken" key={place} translate="no">
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <Fragment key={place}>{part}</Fragment>
    ),
  );
}
