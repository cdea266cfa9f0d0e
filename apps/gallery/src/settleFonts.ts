/** Waits for fonts. A text in another script is laid out first, and then again in the font that it requested. */
export async function settleFonts(): Promise<void> {
  document.body.lastElementChild?.getBoundingClientRect();
  await document.fonts.ready;
}
