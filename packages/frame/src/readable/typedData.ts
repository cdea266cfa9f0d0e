import { type Decoded, type DecodedStruct, decodeTypedData } from '../decode/decodeTypedData.ts';
import { spellOut } from '../spellOut.ts';
import { findNetwork } from './networks.ts';
import type { ReadableField, ReadablePart, ReadableValue } from './parts.ts';

/**
 * Typed data as parts: the message by the name of its type, then whom it is for.
 *
 * Threat: a text that the person reads and does not sign. Drawn is what the digest is computed of, the decoded structs; what
 * the request holds besides, such as a field of the domain that `EIP712Domain` does not declare, is not in them.
 *
 * @param data the object, or its JSON text
 * @param domainTitle a word for the domain, in the reader's language
 * @throws Refusal for what the frame refuses to sign
 */
export function readTypedData(data: unknown, domainTitle: string): readonly ReadablePart[] {
  const { domain, message } = decodeTypedData(data);
  const whom = { title: domainTitle, fields: toFields(domain).map(withNetwork) };
  return message ? [{ title: spellOut(message.type), fields: toFields(message) }, whom] : [whom];
}

/** The chain that the data are for, by the name that people know it by. */
function withNetwork(field: ReadableField): ReadableField {
  const { name, value } = field;
  const network = name === 'chainId' && value.kind === 'code' ? findNetwork(Number(value.text)) : null;
  if (network === null || value.kind !== 'code') return field;
  return { name, value: { kind: 'code', text: `${value.text} (${network.name})` } };
}

function toFields({ members }: DecodedStruct): ReadableField[] {
  return members.map(({ name, value }) => ({ name: spellOut(name), value: toValue(value) }));
}

function toValue(value: Decoded): ReadableValue {
  switch (value.kind) {
    case 'struct':
      return { kind: 'fields', fields: toFields(value) };
    case 'list':
      return { kind: 'list', items: value.items.map(toValue) };
    case 'string':
      return { kind: 'text', text: spellOut(value.text) };
    case 'nothing':
      return { kind: 'code', text: 'null' };
    case 'bool':
    case 'integer':
      return { kind: 'code', text: String(value.value) };
    default:
      return { kind: 'code', text: value.hex };
  }
}
