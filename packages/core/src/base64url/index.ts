/**
 * Base64url (RFC 4648 §5) for host pages, which pay for every byte: two lines over the browser's own `btoa`, where
 * `@scure/base`, which the frame and the service use, would cost a kilobyte of the budgets at start and at opening.
 */

/** Writes bytes as base64url without padding. */
export function toBase64url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Reads what {@link toBase64url} wrote. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
