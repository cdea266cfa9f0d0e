/**
 * A media query for pages with room enough to be read. Threat: a host that shrinks the page until no one can; its CSS
 * `zoom`, which is no transform, shows in the resolution. A person's own zoom down to 67 % leaves fractions of a pixel
 * less than the host gave.
 *
 * @param width in px
 * @param height in px
 */
export const minimumSizeOf = (width: number, height: number) =>
  `(min-width: ${width - 0.95}px) and (min-height: ${height - 0.95}px) and (min-resolution: 0.66dppx)`;
