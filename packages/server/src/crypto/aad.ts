const aadVersion = 1;

/**
 * Encodes a list of fields, such as the place of a sealed value, as additional authenticated data: a version byte,
 * the number of fields, then each field as UTF-8 after its length in four bytes. Without the lengths, an attacker could
 * move a boundary between fields.
 */
export function encodeAad(fields: readonly string[]): Uint8Array {
  const parts = fields.map((field) => Buffer.from(field, 'utf8'));
  const encoded = Buffer.alloc(3 + parts.reduce((sum, part) => sum + 4 + part.length, 0));
  encoded.writeUInt8(aadVersion, 0);
  encoded.writeUInt16BE(parts.length, 1);
  let offset = 3;
  for (const part of parts) {
    offset = encoded.writeUInt32BE(part.length, offset);
    offset += part.copy(encoded, offset);
  }
  return new Uint8Array(encoded);
}
