import { fail } from '@latchkey/wire';
import { refuseRequest } from './refuseRequest.ts';

const word = 2n ** 256n;

/**
 * Reads a quantity from a host: a whole number, a bigint, hex digits after `0x`, or a BigNumber of ethers 5.
 *
 * @returns null if it is missing
 * @throws ServiceError `invalid_data` for anything else (TX-14), and for a value that is negative or exceeds 256 bits
 */
export function toQuantity(name: string, value: unknown): bigint | null {
  if (value === undefined || value === null) return null;
  const read =
    readQuantity(unwrap(value)) ??
    fail('invalid_data', {
      message: `Transaction request property '${name}' must be a valid number, bigint, or hex string representing a quantity.`,
    });
  if (read < 0n || read >= word) refuseRequest(`${name} is out of range`);
  return read;
}

function readQuantity(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : null;
  if (typeof value !== 'string') return null;
  const [, sign, digits] = /^(-?)(0x[0-9a-f]+)$/i.exec(value) ?? [];
  return digits === undefined ? null : sign ? -BigInt(digits) : BigInt(digits);
}

/** Returns the hex string in a BigNumber of ethers 5 or in its JSON form. Returns a primitive value unchanged. */
function unwrap(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { _hex, hex, type } = value as { _hex?: unknown; hex?: unknown; type?: unknown };
  return type === 'BigNumber' ? hex : _hex;
}
