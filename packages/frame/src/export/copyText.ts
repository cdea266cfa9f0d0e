/**
 * Copies a text that may not be available yet. Must be called within the user's press, because some browsers allow a
 * copy only then.
 *
 * @param text null if there is no text after all
 * @returns true if the text was copied
 */
export async function copyText(text: Promise<string | null>): Promise<boolean> {
  try {
    const toBlob = text.then((known) => new Blob([known ?? refuse()], { type: 'text/plain' }));
    // If the browser refuses before it reads the text, a failing text would be an unhandled rejection.
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
