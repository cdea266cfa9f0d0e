import { Fragment } from 'react';

/** What was shortened in its middle: an address, or the id of an NFT. */
const shortened = /([#0-9A-Za-z]+…[0-9A-Za-z]+)/;

/**
 * A sentence whose addresses stay as they are, and on one line. Threats: half of an address at the end of a line is read as all of
 * it; a translator of the browser puts another text in its place.
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
