import { type RefObject, useLayoutEffect } from 'react';

const sheets = new Map<string, CSSStyleSheet>();

/**
 * Adds the styles of a screen to the modal. They load together with the screen's code, so the modal opens without the
 * styles of its other screens. A constructed sheet does not need `unsafe-inline` in the page's policy.
 */
export function useSheet(place: RefObject<Element | null>, css: string): void {
  useLayoutEffect(() => {
    const root = place.current?.getRootNode();
    if (!(root instanceof ShadowRoot)) return;
    const sheet = sheets.get(css) ?? new CSSStyleSheet();
    if (!sheets.has(css)) sheet.replaceSync(css);
    sheets.set(css, sheet);
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  }, [place, css]);
}
