import { type Decoded, type DecodedStruct, decodeTypedData } from '../decode/decodeTypedData.ts';
import { spellOut } from '../spellOut.ts';
import { findNetwork } from './networks.ts';
import type { ReadableField, ReadablePart, ReadableValue } from './parts.ts';

/**
 * Describes typed data in parts: the message under the name of its type, then its domain.
 *
 * A malicious page could put a text into the request that is not signed. These parts are therefore made from the
 * decoded structs, from which the digest is computed, too. Anything else in the request is left out.
 *
 * @param data the object, or its JSON text
 * @param domainTitle a word for the domain, in the user's language
 * @throws Refusal if the frame refuses to sign the data
 */
export function readTypedData(data: unknown, domainTitle: string): readonly ReadablePart[] {
  const { domain, message } = decodeTypedData(data);
  const whom = { title: domainTitle, fields: toFields(domain).map(withNetwork) };
  return message ? [{ title: spellOut(message.type), fields: toFields(message) }, whom] : [whom];
}

/** Adds the name of the chain to its id. */
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
