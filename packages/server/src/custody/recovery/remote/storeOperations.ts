import type { RecoveryStore } from '../index.ts';

/**
 * Operations that the service calls on a recovery store in another process, by name. `POST /v1/{name}` with
 * `{"args":[…]}` is answered with `{"result":…}` or an error of the wire protocol. An operation whose arguments
 * change needs a new name, because the two processes are not replaced at the same moment.
 */
export const storeOperations = {
  confirm: (store: RecoveryStore) => store.confirm,
  destroy: (store: RecoveryStore) => store.destroy,
  destroyReplaced: (store: RecoveryStore) => store.destroyReplaced,
  destroyAllOf: (store: RecoveryStore) => store.destroyAllOf,
  get: (store: RecoveryStore) => store.get,
  listKeks: (store: RecoveryStore) => store.keys.listKeks,
  listUnconfirmed: (store: RecoveryStore) => store.listUnconfirmed,
  put: (store: RecoveryStore) => store.put,
  rotate: (store: RecoveryStore) => store.keys.rotate,
} as const;

export type StoreOperationName = keyof typeof storeOperations;
export type StoreOperation<Name extends StoreOperationName> = ReturnType<(typeof storeOperations)[Name]>;

export const pathOfOperation = (name: string) => `/v1/${name}`;

interface EncodedBytes {
  readonly base64url: string;
}

/** Converts a value to JSON. Bytes inside it become `{ "base64url" }`. */
export function encode(value: unknown): unknown {
  if (value instanceof Uint8Array) {
    return { base64url: Buffer.from(value).toString('base64url') } satisfies EncodedBytes;
  }
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, encode(inner)]));
}

/** Converts JSON back to the value that {@link encode} was given. */
export function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [[name, inner] = ['', null]] = entries;
  if (entries.length === 1 && name === 'base64url' && typeof inner === 'string')
    return new Uint8Array(Buffer.from(inner, 'base64url'));
  return Object.fromEntries(entries.map(([field, one]) => [field, decode(one)]));
}
