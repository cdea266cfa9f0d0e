import { refuse } from '../refusal.ts';

export interface Member {
  readonly name: string;
  readonly type: string;
}

/** Struct types by name. A Map, because a type may be called `__proto__`. */
export type StructTypes = ReadonlyMap<string, readonly Member[]>;

/**
 * Form of names. `A(uint256 b,uint256 c)` must have only one reading: an attacker could otherwise choose a name that
 * gives two different types the same `encodeType` and hash. Colons, dots and dashes occur in practice.
 */
const nameForm = /^[A-Za-z_$][\w$:.-]{0,99}$/;
/** Form of the names of structs that are nested or contain others. Implementations disagree about other names. */
const plainName = /^\w+$/;
const atomic =
  /^(?:address|bool|string|bytes|bytes(?:[1-9]|[12]\d|3[0-2])|u?int(?:8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256)?)$/;

/** Returns the type of an array's items and its length (null: any), or null if the type is not an array. */
export function toArrayType(type: string): { item: string; length: number | null } | null {
  const match = /^(.+)\[(\d{0,9})\]$/.exec(type);
  if (!match?.[1]) return null;
  return { item: match[1], length: match[2] ? Number(match[2]) : null };
}

/** Returns true if a type is one of EIP-712's atomic or dynamic types. */
export function isAtomic(type: string): boolean {
  return atomic.test(type);
}

/**
 * Reads the `types` of typed data, and checks that names have only one reading and members have known types.
 *
 * @throws Refusal `invalid_request_arguments`
 */
export function readStructTypes(value: unknown): Map<string, readonly Member[]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuseTypes('types must be an object');
  const types = new Map<string, readonly Member[]>();
  for (const [name, members] of Object.entries(value)) {
    if (!nameForm.test(name) || isAtomic(name)) refuseTypes('a type has a name that is not allowed');
    if (!Array.isArray(members)) refuseTypes(`the members of ${name} must be a list`);
    const read = members.map(readMember);
    if (new Set(read.map((member) => member.name)).size !== read.length) {
      refuseTypes(`${name} has two members of one name`);
    }
    types.set(name, read);
  }
  for (const [name, members] of types) {
    for (const { type } of members) {
      const base = toBaseType(type);
      if (isAtomic(base)) continue;
      if (!types.has(base)) refuseTypes('a member has a type that is not declared');
      if (!plainName.test(base) || !plainName.test(name))
        refuseTypes('a struct in a struct needs a plain name');
    }
  }
  return types;
}

function readMember(value: unknown): Member {
  if (typeof value !== 'object' || value === null) refuseTypes('a member must have a name and a type');
  const { name, type } = value as Partial<Record<string, unknown>>;
  if (typeof name !== 'string' || !nameForm.test(name))
    refuseTypes('a member has a name that is not allowed');
  if (typeof type !== 'string' || type.length > 128) refuseTypes('a member has a type that is not allowed');
  return { name, type };
}

function toBaseType(type: string): string {
  return type.replace(/(?:\[\d{0,9}\])+$/, '');
}

/** Returns `encodeType` of EIP-712: the struct, then every struct that it reaches, sorted by name. */
export function encodeType(name: string, types: StructTypes): string {
  const reached = new Set<string>();
  const toVisit = [name];
  for (let next = toVisit.pop(); next !== undefined; next = toVisit.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    for (const { type } of types.get(next) ?? []) {
      if (types.has(toBaseType(type))) toVisit.push(toBaseType(type));
    }
  }
  reached.delete(name);
  return [name, ...[...reached].sort()]
    .map((struct) => {
      const members = (types.get(struct) ?? []).map((member) => `${member.type} ${member.name}`);
      return `${struct}(${members.join(',')})`;
    })
    .join('');
}

function refuseTypes(reason: string): never {
  refuse('invalid_request_arguments', `The typed data cannot be signed: ${reason}`);
}
