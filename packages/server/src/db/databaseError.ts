import { ServiceError } from '@latchkey/wire';

/** Errors of the socket (Node.js) and of `pg`'s pool that mean: no one answers. */
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
 * SQLSTATEs that pass by themselves (PostgreSQL manual, appendix A): connection (08), resources such as connections and
 * the disk (53), input and output (58030), query cancelled by a time-out (57014), shutdown, start-up and connections that
 * the server ends (57P01-57P03, 57P05), lock time-out (55P03), idle or long transaction (25P03, 25P04), a transaction that
 * lost against another one or against a stand-by's replay (40001, 40P01), and a database that is only read for the moment
 * (25006): a primary that was demoted, or one whose disk its provider keeps from filling up.
 */
const passing = /^(?:08|53|58030|57014|57P0[1235]|55P03|25P0[34]|25006|40001|40P01)/;

/**
 * Of these, what speaks of the server behind the connection: asked again over the same one, it says the same. A name may
 * by now lead to another server, which a new connection finds.
 */
const ofServer = /^(?:08|25006|53|57P|58030)/;

/** Texts of `pg` for which it sets no code. */
const passingText =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable/i;

function* causesOf(error: unknown): Generator<Error & { code?: unknown }> {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    yield current;
    // Happy-eyeballs connects fail with one error per address.
    if (current instanceof AggregateError) yield* current.errors.filter((inner) => inner instanceof Error);
    current = current.cause;
  }
}

/**
 * Tells whether an error is the server's, so that its connection must not be lent again.
 *
 * @param error what a query or transaction threw
 */
export function isOfServer(error: unknown): boolean {
  return [...causesOf(error)].some(({ code }) => typeof code === 'string' && ofServer.test(code));
}

/** Tells whether a row was refused because what it refers to is not there (SQLSTATE 23503). */
export function isDangling(error: unknown): boolean {
  return [...causesOf(error)].some((cause) => cause.code === '23503');
}

/** Tells whether the server did not answer: it says nothing more on this connection, or there is none. */
export function isUnanswered(error: unknown): boolean {
  return [...causesOf(error)].some(
    ({ code, message }) =>
      lostConnection.has(typeof code === 'string' ? code : '') || passingText.test(message),
  );
}

/**
 * SQLSTATEs of values that are none: a text with U+0000 (22021), JSON with it or with half a character (22P05, 22P02), a
 * number beyond its column (22003). Whatever comes in is checked before; what gets here all the same is the caller's.
 */
const unusable = new Set(['22021', '22P05', '22P02', '22003']);

/** Tells whether the database refused a value as one that it cannot hold. */
export function isUnusable(error: unknown): boolean {
  return [...causesOf(error)].some(({ code }) => typeof code === 'string' && unusable.has(code));
}

/**
 * Diagnoses an error of the database: one that passes becomes `service_unavailable`, one of a value that no column can
 * hold `invalid_data`, any other stays as it is.
 *
 * @param error what a query or transaction threw; drizzle wraps it, so its causes are read too
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
