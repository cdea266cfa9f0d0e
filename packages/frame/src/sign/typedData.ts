import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { concatBytes, utf8 } from '../bytes.ts';
import type { Atom } from '../decode/decode.ts';
import { type Decoded, type DecodedStruct, decodeTypedData } from '../decode/decodeTypedData.ts';
import { encodeType, type StructTypes } from '../decode/typedDataTypes.ts';

/**
 * Returns the digest of `eth_signTypedData_v4` (EIP-712), computed from the decoded fields and their declared types.
 *
 * @param typedData input of {@link decodeTypedData}
 * @returns 32 bytes to sign
 * @throws Refusal `invalid_request_arguments`
 */
export function toTypedDataDigest(typedData: unknown): Uint8Array {
  const { types, domain, message } = decodeTypedData(typedData);
  const encoder = { types, typeHashes: new Map<string, Uint8Array>() };
  const hashes = [domain, ...(message ? [message] : [])].map((struct) => hashStruct(encoder, struct));
  return keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), ...hashes));
}

interface Encoder {
  readonly types: StructTypes;
  readonly typeHashes: Map<string, Uint8Array>;
}

function hashStruct(encoder: Encoder, { type, members }: DecodedStruct): Uint8Array {
  const values = members.map(({ value }) => encodeValue(encoder, value));
  return keccak_256(concatBytes(typeHash(encoder, type), ...values));
}

/** Encodes a value as 32 bytes: a text, bytes of any length, a list or a struct as its hash, any other as itself. */
function encodeValue(encoder: Encoder, value: Decoded): Uint8Array {
  switch (value.kind) {
    case 'struct':
      return hashStruct(encoder, value);
    case 'list':
      return keccak_256(concatBytes(...value.items.map((item) => encodeValue(encoder, item))));
    // A recursive type ends in null, which has no hash. MetaMask's eth-sig-util encodes it in the same way.
    case 'nothing':
      return new Uint8Array(32);
    default:
      return encodeAtom(value);
  }
}

function encodeAtom(atom: Atom): Uint8Array {
  switch (atom.kind) {
    case 'string':
      return keccak_256(utf8(atom.text));
    case 'bool':
      return toWord(atom.value ? 1n : 0n);
    case 'integer':
      return toWord(BigInt.asUintN(256, atom.value));
    case 'bytes':
      return keccak_256(hexToBytes(atom.hex.slice(2)));
    case 'fixed':
      return hexToBytes(atom.hex.slice(2).padEnd(64, '0'));
    case 'address':
      return hexToBytes(atom.hex.slice(2).padStart(64, '0'));
  }
}

function toWord(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, '0'));
}

function typeHash(encoder: Encoder, name: string): Uint8Array {
  const known = encoder.typeHashes.get(name);
  if (known) return known;
  const hash = keccak_256(utf8(encodeType(name, encoder.types)));
  encoder.typeHashes.set(name, hash);
  return hash;
}
