import { type CheckedRoute, fail } from '@latchkey/wire';
import * as v from 'valibot';
import { isStorable, mayBeUnstorable } from '../../db/index.ts';
import { describeIssue } from './describeIssue.ts';

/** A body that passed, and how many unknown fields of it were dropped. */
export interface CheckedBody {
  body: unknown;
  dropped: number;
}

export type BodyCheck = (text: string) => CheckedBody;

/**
 * Makes the check of a route's body: JSON, an object, right by the wire's schema. Unknown fields are dropped where
 * the schema is open (client routes: newer published clients send more) and refused by name where it is strict.
 * Only fields of the schema are ever copied, so that `__proto__` and its kind reach nothing (S56).
 *
 * @returns a check that throws ServiceError `invalid_data` with the field's name
 */
export function bodyCheck(schema: NonNullable<CheckedRoute['body']>): BodyCheck {
  const check = objectCheck(schema, 'The body');
  return (text) => check(parse(text));
}

/**
 * Makes the same check of a route's query string. A parameter that comes twice is refused: which of the two counts
 * differs between proxies and servers (S56).
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

/** Deeper than whatever clients send, and far from where a walk of the body would fill the stack. */
const mostLevels = 32;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

function parse(text: string): object {
  // Published clients post without any body where a route asks for nothing (TERMS-03).
  if (text === '') return {};
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // Without the cause: its text quotes the body.
    fail('invalid_data', { message: 'The body is not valid JSON' });
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    fail('invalid_data', { message: 'The body must be a JSON object' });
  }
  // Before anything else walks it: schemas and JSON.stringify do so without an end.
  if (isDeeperThan(mostLevels, json)) fail('invalid_data', { message: 'The body is nested too deep' });
  // Without it the database would refuse later, as if something were wrong with the service.
  if (mayBeUnstorable(text) && !isStorable(json)) {
    fail('invalid_data', { message: 'The body holds a character that is none' });
  }
  return json;
}
