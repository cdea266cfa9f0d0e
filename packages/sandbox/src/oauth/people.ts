import { createHash } from 'node:crypto';

/** A person who has an account at every provider. */
export interface Person {
  readonly id: string;
  readonly givenName: string;
  readonly familyName: string;
  /** Null: the provider has no address of this person to tell. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
}

/** The people of the chooser: two as they should be, one without an address, one whose address no one has verified. */
export const people: readonly Person[] = [
  person('ada', 'Ada', 'Lovelace', 'ada@people.example', true),
  person('grace', 'Grace', 'Hopper', 'grace@people.example', true),
  person('hedy', 'Hedy', 'Lamarr', null, false),
  person('alan', 'Alan', 'Turing', 'alan@people.example', false),
];

function person(
  id: string,
  givenName: string,
  familyName: string,
  email: string | null,
  isEmailVerified: boolean,
): Person {
  return { id, givenName, familyName, email, isEmailVerified };
}

/** One of the people, or for any other name a new user with a verified address. Null for what is no name. */
export function findPerson(id: string): Person | null {
  const known = people.find((one) => one.id === id);
  if (known) return known;
  if (!/^[a-z0-9-]{1,40}$/.test(id)) return null;
  return person(id, id.slice(0, 1).toUpperCase() + id.slice(1), 'Example', `${id}@people.example`, true);
}

/** The name in addresses and mentions, where a provider has such. */
export const usernameOf = ({ id }: Person): string => `${id.replaceAll('-', '_')}_sandbox`;

export const nameOf = ({ givenName, familyName }: Person): string => `${givenName} ${familyName}`;

/** `length` decimal digits that always are the same for the same seed, the first not a zero: how most ids look. */
export function digitsOf(seed: string, length: number): string {
  const number = BigInt(`0x${createHash('sha256').update(seed).digest('hex')}`).toString();
  return `1${number.slice(-(length - 1))}`;
}

/** The same in hexadecimal digits. */
export function hexOf(seed: string, length: number): string {
  return createHash('sha256').update(seed).digest('hex').slice(0, length);
}
