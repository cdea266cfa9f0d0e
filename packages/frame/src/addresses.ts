/**
 * Addresses as people read them, for host pages that read no requests: `@latchkey/frame/addresses`. What reads requests
 * has them too (`readable/`), with ten times the code.
 */
export { toChecksumAddress } from './decode/checksum.ts';
