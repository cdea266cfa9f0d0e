const sheet = new CSSStyleSheet();
// Geometric precision turns off font hinting, which differs between machines. The caret is hidden because it blinks.
sheet.replaceSync(
  ':host, :host *, .hosted, .hosted * { text-rendering: geometricPrecision !important; caret-color: transparent !important; }',
);

/** Turns off font hinting and hides the caret, for screenshots. */
export function paintAlike(root: DocumentOrShadowRoot): void {
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
