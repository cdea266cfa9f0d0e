import { createHash } from 'node:crypto';

/** A user with an account at each provider. */
export interface Person {
  readonly id: string;
  readonly givenName: string;
  readonly familyName: string;
  /** Null if the provider has no address of this user. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
}

/** Users to choose from: two regular ones, one without an address, one with an unverified address. */
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

/** Returns a predefined user, or for any other name a new user with a verified address. Null for an invalid name. */
export function findPerson(id: string): Person | null {
  const known = people.find((one) => one.id === id);
  if (known) return known;
  if (!/^[a-z0-9-]{1,40}$/.test(id)) return null;
  return person(id, id.slice(0, 1).toUpperCase() + id.slice(1), 'Example', `${id}@people.example`, true);
}

export const usernameOf = ({ id }: Person): string => `${id.replaceAll('-', '_')}_sandbox`;

export const nameOf = ({ givenName, familyName }: Person): string => `${givenName} ${familyName}`;

/** Returns `length` decimal digits derived from a seed; the first is 1. */
export function digitsOf(seed: string, length: number): string {
  const number = BigInt(`0x${createHash('sha256').update(seed).digest('hex')}`).toString();
  return `1${number.slice(-(length - 1))}`;
}

export function hexOf(seed: string, length: number): string {
  return createHash('sha256').update(seed).digest('hex').slice(0, length);
}
