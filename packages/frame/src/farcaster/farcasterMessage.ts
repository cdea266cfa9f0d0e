import type { ReadableField, ReadablePart, ReadableValue } from '../readable/index.ts';
import { refuse } from '../refusal.ts';
import { spellOut, toHex } from '../spellOut.ts';
import { type ProtobufField, readFields } from './protobuf.ts';

/** Form of a field: its name, its contents, and the group of fields to which it belongs. */
interface Form {
  readonly name: string;
  readonly holds: 'u32' | 'u64' | 'text' | 'bytes' | readonly string[] | Forms;
  /** May occur any number of times. Numbers are packed. */
  readonly isMany?: true;
  /** Name of a group (`oneof`), of which only one field may be present. */
  readonly place?: string;
}
type Forms = { readonly [number: number]: Form };

const u32 = (name: string): Form => ({ name, holds: 'u32' });
const u64 = (name: string): Form => ({ name, holds: 'u64' });
const text = (name: string, place?: string): Form => ({ name, holds: 'text', ...(place ? { place } : {}) });
const bytes = (name: string): Form => ({ name, holds: 'bytes' });
/** Form of a number that stands for a name. A number without a name is refused. */
const named = (name: string, names: readonly string[]): Form => ({ name, holds: names });
const inner = (name: string, holds: Forms, place?: string): Form => ({
  name,
  holds,
  ...(place ? { place } : {}),
});
const many = (form: Form): Form => ({ ...form, isMany: true });

const castId: Forms = { 1: u64('fid'), 2: bytes('hash') };
const profileFields = [
  ...['', 'picture', 'display name', 'bio', '', 'web address', 'user name', 'location', 'Twitter', 'GitHub'],
  ...['banner', 'primary Ethereum address', 'primary Solana address', 'profile token', 'live at'],
];
const protocols = ['Ethereum', 'Solana'];
const verification: Forms = {
  1: bytes('address'),
  2: bytes('claimSignature'),
  3: bytes('blockHash'),
  4: u32('verificationType'),
  5: u32('chainId'),
  7: named('protocol', protocols),
};
const cast: Forms = {
  1: many(text('embeds')),
  2: many(u64('mentions')),
  3: inner('parent', castId, 'parent'),
  4: text('text'),
  5: many(u32('mentionsPositions')),
  6: many(inner('embeds', { 1: text('url', 'embed'), 2: inner('cast', castId, 'embed') })),
  7: text('parentUrl', 'parent'),
  8: named('type', ['cast', 'long cast', 'ten thousand characters']),
};
const reaction: Forms = {
  1: named('type', ['', 'like', 'recast']),
  2: inner('cast', castId, 'target'),
  3: text('url', 'target'),
};
const link: Forms = { 1: text('type'), 2: u32('displayTimestamp'), 3: u64('targetFid') };
const proof: Forms = {
  1: u64('timestamp'),
  2: bytes('name'),
  3: bytes('owner'),
  4: bytes('signature'),
  5: u64('fid'),
  6: named('type', ['', 'fname', 'ENS on L1', 'base name']),
};
const frameAction: Forms = {
  1: bytes('url'),
  2: u32('buttonIndex'),
  3: inner('cast', castId),
  4: bytes('inputText'),
  5: bytes('state'),
  6: bytes('transactionId'),
  7: bytes('address'),
};

/** Messages of an account by the number of their type: a title, the number of the field with the body, and its form. */
const kinds: Readonly<Record<number, readonly [title: string, field: number, body: Forms]>> = {
  1: ['Cast', 5, cast],
  2: ['Removal of a cast', 6, { 1: bytes('targetHash') }],
  3: ['Reaction', 7, reaction],
  4: ['Removal of a reaction', 7, reaction],
  5: ['Link', 14, link],
  6: ['Removal of a link', 14, link],
  7: ['Verification of an address', 9, verification],
  8: ['Removal of an address', 10, { 1: bytes('address'), 2: named('protocol', protocols) }],
  11: ['Profile', 12, { 1: named('field', profileFields), 2: text('value') }],
  12: ['Proof of a user name', 15, proof],
  13: ['Action in a frame', 16, frameAction],
  14: ['All links', 17, { 1: text('type'), 2: many(u64('targetFids')) }],
  15: ['Lending of storage', 18, { 1: u64('toFid'), 2: u64('units'), 3: u32('unitType') }],
};
const networks = ['', 'Farcaster', 'test network', 'development network'];
/** Start of Farcaster's time, which counts seconds from 2021. */
const epochMs = Date.UTC(2021, 0, 1);

/**
 * Reads every field of a Farcaster message (`MessageData`).
 * https://github.com/farcasterxyz/protocol/blob/main/docs/SPECIFICATION.md#1-message-specifications
 *
 * A malicious page could have the user sign a message that says more than the user is shown. A field that has no name
 * here is refused. So are encodings that programs may read differently: a field that is not repeated and occurs twice,
 * a number in a longer form than needed or with too many bits, and text that is not UTF-8.
 *
 * @param fid account that the message must belong to
 * @throws Refusal `invalid_request_arguments`
 */
export function readFarcasterMessage(message: Uint8Array, fid: bigint): readonly ReadablePart[] {
  const found = new Map<number, ProtobufField>();
  for (const field of readFields(message)) {
    if (found.has(field.number)) refuseMessage();
    found.set(field.number, field);
  }
  const take = (number: number) => {
    const field = found.get(number) ?? refuseMessage();
    found.delete(number);
    return field;
  };
  const [type, author, timestamp, network] = [take(1), take(2), take(3), take(4)].map(toNumber);
  const [title, place, body] = kinds[Number(type)] ?? refuseMessage();
  const content = take(place).bytes ?? refuseMessage();
  if (found.size > 0) refuseMessage();
  if (author !== fid) refuse('invalid_request_arguments', 'The message is one of another Farcaster account');
  const on = networks[Number(network)] || refuseMessage();
  const date = new Date(epochMs + Number(assertShort(timestamp ?? 0n)) * 1000).toISOString();
  return [
    { title, fields: readBody(content, body) },
    {
      title: on,
      fields: [
        { name: 'fid', value: code(String(author)) },
        { name: 'date', value: code(date) },
      ],
    },
  ];
}

function readBody(content: Uint8Array, forms: Forms): readonly ReadableField[] {
  const read = new Map<string, ReadableField>();
  const taken = new Set<string>();
  for (const field of readFields(content)) {
    const form = Object.hasOwn(forms, field.number) ? forms[field.number] : undefined;
    if (!form) return refuseMessage();
    const { isMany = false, name, place = `${field.number}` } = form;
    if (taken.has(place) && !isMany) refuseMessage();
    taken.add(place);
    const values = isMany ? readMany(field, form) : [readValue(field, form)];
    const before = read.get(name)?.value;
    const items = [...(before?.kind === 'list' ? before.items : []), ...values];
    // Some programs write an empty list of numbers. It is not shown.
    const [first] = items;
    if (first) read.set(name, { name, value: isMany ? { kind: 'list', items } : first });
  }
  return [...read.values()];
}

/** Reads a repeated field: numbers are packed into a field, other values have a field each. */
function readMany(field: ProtobufField, form: Form): readonly ReadableValue[] {
  if (form.holds !== 'u32' && form.holds !== 'u64') return [readValue(field, form)];
  const numbers = field.packed() ?? refuseMessage();
  return numbers.map((number) => readNumber(number, form.holds === 'u32'));
}

function readValue(field: ProtobufField, { holds }: Form): ReadableValue {
  if (holds === 'u32' || holds === 'u64') return readNumber(toNumber(field), holds === 'u32');
  if (Array.isArray(holds)) {
    const name: unknown = holds[Number(toNumber(field))];
    return typeof name === 'string' && name !== '' ? { kind: 'text', text: name } : refuseMessage();
  }
  const content = field.bytes ?? refuseMessage();
  if (holds === 'bytes') return code(toHex(content));
  if (holds === 'text') return { kind: 'text', text: spellOut(toText(content)) };
  return { kind: 'fields', fields: readBody(content, holds as Forms) };
}

const readNumber = (number: bigint, isShort: boolean) => code(String(isShort ? assertShort(number) : number));
const toNumber = ({ value }: ProtobufField): bigint => value ?? refuseMessage();
const code = (value: string): ReadableValue => ({ kind: 'code', text: value });

/** Refuses a number of more than 32 bits, which other programs may truncate. */
const assertShort = (number: bigint) => (number < 2n ** 32n ? number : refuseMessage());

function toText(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return refuseMessage();
  }
}

function refuseMessage(): never {
  refuse('invalid_request_arguments', 'This is no Farcaster message that can be shown in full');
}
