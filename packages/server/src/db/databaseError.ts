import { ServiceError } from '@latchkey/wire';

/** Codes of socket errors (Node.js) that mean that the database server cannot be reached or its connection broke. */
const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);

/**
 * SQLSTATEs of temporary errors (PostgreSQL manual, appendix A): connection (08), resources such as connections and
 * the disk (53), input and output (58030), query cancelled by a time-out (57014), shutdown, start-up and connections
 * that the server ends (57P01-57P03, 57P05), lock time-out (55P03), idle or long transaction (25P03, 25P04), a
 * transaction that lost against another one or against the replay of a standby (40001, 40P01), and a database that is
 * read-only for a while (25006).
 */
const passing = /^(?:08|53|58030|57014|57P0[1235]|55P03|25P0[34]|25006|40001|40P01)/;

/**
 * SQLSTATEs that concern the server behind the connection. A new connection may reach a working server, if the host
 * name now leads to another one.
 */
const ofServer = /^(?:08|25006|53|57P|58030)/;

/** Texts in temporary `pg` errors that have no code. */
const passingText =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable/i;

function* causesOf(error: unknown): Generator<Error & { code?: unknown }> {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    yield current;
    // A connection attempt to several addresses (happy eyeballs) fails with one error per address.
    if (current instanceof AggregateError) yield* current.errors.filter((inner) => inner instanceof Error);
    current = current.cause;
  }
}

/**
 * Returns true if an error concerns the server behind the connection. The connection must then not be used again.
 *
 * @param error thrown by a query or transaction
 */
export function isOfServer(error: unknown): boolean {
  return [...causesOf(error)].some(({ code }) => typeof code === 'string' && ofServer.test(code));
}

/** Returns true if a row was refused because it refers to a row that does not exist (SQLSTATE 23503). */
export function isDangling(error: unknown): boolean {
  return [...causesOf(error)].some((cause) => cause.code === '23503');
}

/** Returns true if the connection failed or a query got no answer in time. */
export function isUnanswered(error: unknown): boolean {
  return [...causesOf(error)].some(
    ({ code, message }) =>
      lostConnection.has(typeof code === 'string' ? code : '') || passingText.test(message),
  );
}

/**
 * SQLSTATEs of values that cannot be stored: a text with U+0000 (22021), JSON with U+0000 or half a surrogate pair
 * (22P05, 22P02), a number outside the range of its column (22003).
 */
const unusable = new Set(['22021', '22P05', '22P02', '22003']);

/** Returns true if the database refused a value because it cannot store it. */
export function isUnusable(error: unknown): boolean {
  return [...causesOf(error)].some(({ code }) => typeof code === 'string' && unusable.has(code));
}

/**
 * Translates an error of the database. A temporary one becomes `service_unavailable`, one about a value that the
 * database cannot store becomes `invalid_data`, and others are returned unchanged.
 *
 * @param error thrown by a query or transaction; drizzle wraps it, so its causes are read too
 */
export function fromDatabaseError(error: unknown): unknown {
  for (const cause of causesOf(error)) {
    if (cause.name === 'ServiceError') return error;
    const code = typeof cause.code === 'string' ? cause.code : '';
    if (lostConnection.has(code) || passing.test(code) || passingText.test(cause.message)) {
      return new ServiceError('service_unavailable', { cause: error });
    }
    if (unusable.has(code)) return new ServiceError('invalid_data', { cause: error });
  }
  return error;
}
