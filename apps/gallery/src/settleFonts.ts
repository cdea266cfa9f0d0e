/** Waits for fonts. Forces a layout first, because it makes the browser request the fonts of texts in other scripts. */
export async function settleFonts(): Promise<void> {
  document.body.lastElementChild?.getBoundingClientRect();
  await document.fonts.ready;
}
