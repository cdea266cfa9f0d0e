const sheet = new CSSStyleSheet();
// Precise geometry turns hints off, which each machine gives letters in its own way. A caret blinks.
sheet.replaceSync(
  ':host, :host * { text-rendering: geometricPrecision !important; caret-color: transparent !important; }',
);

/** Has letters in the modal painted the same way on every machine; `loadFonts` brings the fonts. */
export function paintAlike(root: ShadowRoot): void {
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
