/**
 * Base64url (RFC 4648 §5) for host pages, around the browser's own `btoa` and `atob`, because a library would count
 * against the size budgets. Encoding and decoding are two files, because a page only decodes tokens at start.
 */
export { fromBase64url } from './fromBase64url.ts';
export { toBase64url } from './toBase64url.ts';
