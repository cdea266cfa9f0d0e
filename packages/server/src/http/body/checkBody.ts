import { type CheckedRoute, fail } from '@latchkey/wire';
import * as v from 'valibot';
import { isStorable, mayBeUnstorable } from '../../db/index.ts';
import { describeIssue } from './describeIssue.ts';

export interface CheckedBody {
  body: unknown;
  dropped: number;
}

export type BodyCheck = (text: string) => CheckedBody;

/**
 * Creates the check of a route's body: a JSON object that matches the wire's schema. Unknown fields are dropped if
 * the schema is open (client routes: newer published clients send more), and refused by name if it is strict.
 *
 * A client could send `__proto__` to change the prototype of an object. An object or record of the schema is copied
 * without that field (S56).
 *
 * @returns a check that throws ServiceError `invalid_data` with the field's name
 */
export function bodyCheck(schema: NonNullable<CheckedRoute['body']>): BodyCheck {
  const check = objectCheck(schema, 'The body');
  return (text) => check(parse(text));
}

/**
 * Creates the same check for a route's query. If a client sent a parameter twice, a proxy could read one value and
 * the service the other. So duplicates are refused (S56).
 *
 * @returns a check of a request's query that throws ServiceError `invalid_data`
 */
export function queryCheck(schema: NonNullable<CheckedRoute['body']>): BodyCheck {
  const check = objectCheck(schema, 'The query');
  return (query) => {
    const given: Record<string, string> = Object.create(null);
    for (const [name, value] of new URLSearchParams(query)) {
      if (Object.hasOwn(given, name)) fail('invalid_data', { message: 'A query parameter comes twice' });
      given[name] = value;
    }
    if (!isStorable(given)) fail('invalid_data', { message: 'The query holds a character that is none' });
    return check(given);
  };
}

function objectCheck(schema: NonNullable<CheckedRoute['body']>, place: string) {
  const { entries } = schema as { entries?: Record<string, unknown> };
  const known = new Set(Object.keys(entries ?? {}));
  const check = v.safeParser(schema as v.GenericSchema<unknown, unknown>);
  return (given: object): CheckedBody => {
    const result = check(given);
    if (!result.success) {
      const { field, problem } = describeIssue(result.issues[0]);
      fail('invalid_data', {
        message: field ? `${field}: ${problem}` : `${place} ${problem}`,
        details: { field, problem },
      });
    }
    let dropped = 0;
    for (const key of Object.keys(given)) if (!known.has(key)) dropped += 1;
    return { body: result.output, dropped };
  };
}

/** Deepest nesting of a body. A deeper one could overflow the stack of code that recurses over it. */
const mostLevels = 32;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

function parse(text: string): object {
  // Published clients send no body at all to a route without input (TERMS-03).
  if (text === '') return {};
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // Omits the cause, whose message quotes the body.
    fail('invalid_data', { message: 'The body is not valid JSON' });
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    fail('invalid_data', { message: 'The body must be a JSON object' });
  }
  // Runs before schemas and JSON.stringify, which recurse without a limit.
  if (isDeeperThan(mostLevels, json)) fail('invalid_data', { message: 'The body is nested too deep' });
  // The database cannot store such a character, and would refuse it only later.
  if (mayBeUnstorable(text) && !isStorable(json)) {
    fail('invalid_data', { message: 'The body holds a character that is none' });
  }
  return json;
}
