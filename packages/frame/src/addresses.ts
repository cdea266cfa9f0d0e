/**
 * Address checksums for host pages that do not read requests: `@latchkey/frame/addresses`. `readable/` exports them,
 * too, together with the request readers.
 */
export { toChecksumAddress } from './decode/checksum.ts';
