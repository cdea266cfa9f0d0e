import { refuse } from '../refusal.ts';
import { type Atom, decodeAtom } from './decode.ts';
import { isAtomic, type Member, readStructTypes, type StructTypes, toArrayType } from './typedDataTypes.ts';

/** Limits of nesting and of the number of values. A page that exceeds them would keep the frame busy. */
const maxDepth = 32;
const maxValues = 20_000;

/** Value decoded by its declared type. Undeclared fields are left out. */
export type Decoded =
  | Atom
  | DecodedStruct
  | { readonly kind: 'list'; readonly items: readonly Decoded[] }
  /** Null in place of a struct, which ends a recursive type. */
  | { readonly kind: 'nothing' };

export interface DecodedStruct {
  readonly kind: 'struct';
  readonly type: string;
  /** In the order of the type. */
  readonly members: readonly { readonly name: string; readonly value: Decoded }[];
}

/** Complete typed data. Its digest is computed from these structs and their types. */
export interface DecodedTypedData {
  readonly types: StructTypes;
  readonly domain: DecodedStruct;
  /** Null if only the domain is signed. */
  readonly message: DecodedStruct | null;
}

/** Members of a domain in the order of EIP-712, for typed data that does not declare `EIP712Domain`. */
const domainMembers: readonly Member[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];

/**
 * Decodes the typed data of `eth_signTypedData_v4` (EIP-712) by its declared types.
 *
 * If `types` does not declare `EIP712Domain`, the type is made from the fields that the domain has.
 *
 * @param typedData the object, or its JSON text
 * @throws Refusal `invalid_request_arguments`
 */
export function decodeTypedData(typedData: unknown): DecodedTypedData {
  const { types: declared, primaryType, domain = {}, message } = readParts(typedData);
  const types = readStructTypes(declared);
  if (!types.has('EIP712Domain')) {
    const has = (name: string) => Object.hasOwn(toStruct(domain, 'domain'), name);
    types.set(
      'EIP712Domain',
      domainMembers.filter(({ name }) => has(name)),
    );
  }
  if (typeof primaryType !== 'string' || !types.has(primaryType)) {
    refuse('invalid_request_arguments', 'The primaryType of the typed data must be one of its types');
  }
  const decoder = { types, values: 0 };
  return {
    types,
    domain: decodeStruct(decoder, 'EIP712Domain', domain, 'domain', 0),
    message:
      primaryType === 'EIP712Domain' ? null : decodeStruct(decoder, primaryType, message, 'message', 0),
  };
}

interface Decoder {
  readonly types: StructTypes;
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

function decodeStruct(
  decoder: Decoder,
  type: string,
  value: unknown,
  path: string,
  depth: number,
): DecodedStruct {
  const struct = toStruct(value, path);
  const members = (decoder.types.get(type) ?? []).map((member) => {
    const memberPath = `${path}.${member.name}`;
    // Reads own fields only: a type may name a member `constructor`, which every object inherits.
    if (!Object.hasOwn(struct, member.name)) refuse('invalid_request_arguments', `${memberPath} is missing`);
    const given = struct[member.name];
    return { name: member.name, value: decodeValue(decoder, member.type, given, memberPath, depth + 1) };
  });
  return { kind: 'struct', type, members };
}

function decodeValue(decoder: Decoder, type: string, value: unknown, path: string, depth: number): Decoded {
  decoder.values += 1;
  if (depth > maxDepth || decoder.values > maxValues) {
    refuse('invalid_request_arguments', 'The typed data is too large to be signed');
  }
  if (isAtomic(type)) return decodeAtom(type, value, path);
  const array = toArrayType(type);
  if (array === null) {
    return value === null ? { kind: 'nothing' } : decodeStruct(decoder, type, value, path, depth);
  }
  if (!Array.isArray(value) || (array.length !== null && value.length !== array.length)) {
    refuse('invalid_request_arguments', `${path} must be a list of ${type}`);
  }
  const items = Array.from(value as unknown[], (item, index) =>
    decodeValue(decoder, array.item, item, `${path}[${index}]`, depth + 1),
  );
  return { kind: 'list', items };
}
