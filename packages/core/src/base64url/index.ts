/**
 * Base64url (RFC 4648 §5) for host pages, which pay for every byte: two lines over the browser's own `btoa`, where
 * `@scure/base`, which the frame and the service use, would cost a kilobyte of the budgets at start and at opening. The two
 * directions are two files, because a page reads tokens at start and writes none.
 */
export { fromBase64url } from './fromBase64url.ts';
export { toBase64url } from './toBase64url.ts';
