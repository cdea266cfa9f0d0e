const sheet = new CSSStyleSheet();
// Geometric precision turns off font hinting, which differs between machines. The caret is hidden because it blinks.
sheet.replaceSync(
  ':host, :host *, .hosted, .hosted * { text-rendering: geometricPrecision !important; caret-color: transparent !important; }',
);

/** Makes text in the modal or on a hosted page look the same on every machine. `loadFonts` loads the fonts. */
export function paintAlike(root: DocumentOrShadowRoot): void {
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
