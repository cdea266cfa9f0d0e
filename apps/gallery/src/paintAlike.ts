const sheet = new CSSStyleSheet();
// Geometric precision turns off font hinting, which differs between machines. The caret is hidden because it blinks.
sheet.replaceSync(
  ':host, :host * { text-rendering: geometricPrecision !important; caret-color: transparent !important; }',
);

/** Reduces what differs between machines in the text of the modal. */
export function paintAlike(root: ShadowRoot): void {
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
