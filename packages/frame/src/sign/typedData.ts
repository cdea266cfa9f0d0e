import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8 } from '../bytes.ts';
import { refuse } from '../refusal.ts';
import { encodeAtomic } from './atomic.ts';
import {
  encodeType,
  isAtomic,
  type Member,
  readStructTypes,
  type StructTypes,
  toArrayType,
} from './typedDataTypes.ts';

/** Deepest nesting and most values that are encoded; more is an attempt to keep the page busy. */
const maxDepth = 32;
const maxValues = 20_000;

/** Members of a domain in the order of EIP-712, for typed data that does not declare `EIP712Domain`. */
const domainMembers: readonly Member[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];

/**
 * The digest of `eth_signTypedData_v4` (EIP-712), computed from the fields and their declared types.
 *
 * `EIP712Domain` counts as `types` declares it; where it is missing, it is made of the fields that the domain has.
 *
 * @param typedData the object, or its JSON text
 * @returns 32 bytes to sign
 * @throws Refusal `invalid_request_arguments` naming the field that is missing or does not fit its type
 */
export function toTypedDataDigest(typedData: unknown): Uint8Array {
  const { types: declared, primaryType, domain = {}, message } = readParts(typedData);
  const types = readStructTypes(declared);
  if (!types.has('EIP712Domain')) {
    types.set(
      'EIP712Domain',
      domainMembers.filter(({ name }) => Object.hasOwn(toStruct(domain, 'domain'), name)),
    );
  }
  if (typeof primaryType !== 'string' || !types.has(primaryType)) {
    refuse('invalid_request_arguments', 'The primaryType of the typed data must be one of its types');
  }
  const encoder = { types, typeHashes: new Map<string, Uint8Array>(), values: 0 };
  const domainHash = hashStruct(encoder, 'EIP712Domain', domain, 'domain', 0);
  const hashes =
    primaryType === 'EIP712Domain' ? [] : [hashStruct(encoder, primaryType, message, 'message', 0)];
  return keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), domainHash, ...hashes));
}

interface Encoder {
  readonly types: StructTypes;
  readonly typeHashes: Map<string, Uint8Array>;
  values: number;
}

function readParts(typedData: unknown): Partial<Record<string, unknown>> {
  let value = typedData;
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value);
    } catch {
      refuse('invalid_request_arguments', 'The typed data is not valid JSON');
    }
  }
  return toStruct(value, 'typed data');
}

function toStruct(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse('invalid_request_arguments', `${path} of the typed data must be an object`);
  }
  return value as Record<string, unknown>;
}

function hashStruct(encoder: Encoder, name: string, value: unknown, path: string, depth: number): Uint8Array {
  const struct = toStruct(value, path);
  const parts = [typeHash(encoder, name)];
  for (const member of encoder.types.get(name) ?? []) {
    const memberPath = `${path}.${member.name}`;
    // Own fields only: a type may name a member `constructor`, which every object inherits.
    if (!Object.hasOwn(struct, member.name)) refuse('invalid_request_arguments', `${memberPath} is missing`);
    parts.push(encodeValue(encoder, member.type, struct[member.name], memberPath, depth + 1));
  }
  return keccak_256(concatBytes(...parts));
}

/** A value as 32 bytes: itself, or the hash of what does not fit. */
function encodeValue(
  encoder: Encoder,
  type: string,
  value: unknown,
  path: string,
  depth: number,
): Uint8Array {
  encoder.values += 1;
  if (depth > maxDepth || encoder.values > maxValues) {
    refuse('invalid_request_arguments', 'The typed data is too large to be signed');
  }
  if (isAtomic(type)) return encodeAtomic(type, value, path);
  const array = toArrayType(type);
  if (array === null) {
    // A recursive type ends in null, which has no hash (as every v4 implementation encodes it).
    return value === null ? new Uint8Array(32) : hashStruct(encoder, type, value, path, depth);
  }
  if (!Array.isArray(value) || (array.length !== null && value.length !== array.length)) {
    refuse('invalid_request_arguments', `${path} must be a list of ${type}`);
  }
  const items = value.map((item, index) =>
    encodeValue(encoder, array.item, item, `${path}[${index}]`, depth + 1),
  );
  return keccak_256(concatBytes(...items));
}

function typeHash(encoder: Encoder, name: string): Uint8Array {
  const known = encoder.typeHashes.get(name);
  if (known) return known;
  const hash = keccak_256(utf8(encodeType(name, encoder.types)));
  encoder.typeHashes.set(name, hash);
  return hash;
}
