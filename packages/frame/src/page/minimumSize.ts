/**
 * Returns a media query for a page that is large enough to read. A malicious host page could shrink the page until it
 * is illegible, also with CSS `zoom`, which lowers the resolution (a screen of 2 dppx hides a zoom down to a third). A
 * user's own zoom down to 67 % is allowed: its rounding costs less than a pixel, hence the 0.95.
 *
 * @param width in px
 * @param height in px
 */
export const minimumSizeOf = (width: number, height: number) =>
  `(min-width: ${width - 0.95}px) and (min-height: ${height - 0.95}px) and (min-resolution: 0.66dppx)`;
