import { refuse } from '../refusal.ts';

/** Field of an encoded message: a number, or bytes, which may be packed numbers. */
export interface ProtobufField {
  readonly number: number;
  readonly value: bigint | null;
  readonly bytes: Uint8Array | null;
  /** Returns the numbers that are packed into bytes; null for a field with a single number. */
  packed(): readonly bigint[] | null;
}

/**
 * Reads the fields of a Protocol Buffers message in order. Accepts only numbers and bytes, each in the shortest
 * encoding. https://protobuf.dev/programming-guides/encoding/
 *
 * @throws Refusal `invalid_request_arguments`
 */
export function readFields(message: Uint8Array): readonly ProtobufField[] {
  const reader = createReader(message);
  const fields: ProtobufField[] = [];
  while (!reader.isDone()) {
    const tag = reader.number();
    const number = Number(tag >> 3n);
    if (number < 1 || number > 1_000) refuseBytes();
    const type = tag & 7n;
    if (type === 0n) fields.push({ number, value: reader.number(), bytes: null, packed: () => null });
    else if (type === 2n) {
      const bytes = reader.bytes();
      fields.push({ number, value: null, bytes, packed: () => readPacked(bytes) });
    } else refuseBytes();
  }
  return fields;
}

function readPacked(bytes: Uint8Array): readonly bigint[] {
  const reader = createReader(bytes);
  const numbers: bigint[] = [];
  while (!reader.isDone()) numbers.push(reader.number());
  return numbers;
}

function createReader(bytes: Uint8Array) {
  let at = 0;

  function number(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at] ?? refuseBytes();
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        // Too large, or longer than necessary. With two encodings, one message would have two hashes.
        if ((byte === 0 && shift > 0n) || value >= 2n ** 64n) refuseBytes();
        return value;
      }
      if (shift > 63n) refuseBytes();
    }
  }

  return {
    isDone: () => at === bytes.length,
    number,
    bytes(): Uint8Array {
      const length = Number(number());
      if (length > bytes.length - at) refuseBytes();
      at += length;
      return bytes.subarray(at - length, at);
    },
  };
}

function refuseBytes(): never {
  refuse('invalid_request_arguments', 'This is no Farcaster message');
}
