import { spellOut } from './message.ts';
import type { ReadableField, ReadablePart, ReadableValue } from './parts.ts';

/** Typed data as far as it is read; what fits its types is for the signing to check (EIP-712). */
export interface TypedDataShape {
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly domain: Readonly<Record<string, unknown>>;
  readonly message: Readonly<Record<string, unknown>>;
}

/**
 * Typed data as parts: the message by the name of its type, then whom it is for. Fields stand in the order of their type,
 * which is the order that is signed; what no type names is not signed and not shown.
 *
 * @param domainTitle a word for the domain, in the reader's language
 */
export function readTypedData(data: TypedDataShape, domainTitle: string): readonly ReadablePart[] {
  const { types, primaryType, domain, message } = data;
  const isDeclared = Object.hasOwn(types, 'EIP712Domain');
  const undeclared = () =>
    Object.entries(domain).map(([name, value]) => ({
      name: spellOut(name),
      value: readValue(types, '', value),
    }));
  return [
    { title: spellOut(primaryType), fields: readFields(types, primaryType, message) },
    { title: domainTitle, fields: isDeclared ? readFields(types, 'EIP712Domain', domain) : undeclared() },
  ];
}

type Types = TypedDataShape['types'];

function readFields(types: Types, type: string, value: unknown): ReadableField[] {
  const values = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return (Object.hasOwn(types, type) ? (types[type] ?? []) : []).map((field) => ({
    name: spellOut(field.name),
    value: readValue(types, field.type, Object.hasOwn(values, field.name) ? values[field.name] : undefined),
  }));
}

function readValue(types: Types, type: string, value: unknown): ReadableValue {
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1];
  if (element !== undefined && Array.isArray(value))
    return { kind: 'list', items: value.map((item) => readValue(types, element, item)) };
  // A type may hold itself: what is not there ends it.
  if (Object.hasOwn(types, type) && typeof value === 'object')
    return { kind: 'fields', fields: readFields(types, type, value) };
  return { kind: type === 'string' ? 'text' : 'code', text: toPlain(value) };
}

/** Texts, numbers, flags and bytes as they are; anything unexpected as JSON, so that nothing signed is hidden. */
function toPlain(value: unknown): string {
  if (typeof value === 'string') return spellOut(value);
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)) ?? '';
}
