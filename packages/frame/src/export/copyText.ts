/**
 * Copies a text that is still on its way, so that the press which asked for it counts in browsers that take copying
 * only at once.
 *
 * @param text null where there is none after all
 * @returns false where the browser or the host page does not let this page copy
 */
export async function copyText(text: Promise<string | null>): Promise<boolean> {
  try {
    const toBlob = text.then((known) => new Blob([known ?? refuse()], { type: 'text/plain' }));
    // Refused before it is read, a text that fails would count as an error that no one caught.
    toBlob.catch(() => undefined);
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': toBlob })]);
    return true;
  } catch {
    return false;
  }
}

function refuse(): never {
  throw new Error('nothing to copy');
}
