/** How long the browser may take to open its database, in ms; some never answer when storage is refused. */
const openWithinMs = 3000;

/** The tables of a frame's database: keys that cannot be read out, and records of devices. */
export type TableName = 'keys' | 'devices';

/**
 * Opens an IndexedDB database, making its tables when it is new.
 *
 * @throws whatever the browser answers where it refuses storage to a frame of another site
 */
export function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the database did not open in time')), openWithinMs);
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('keys' satisfies TableName);
      request.result.createObjectStore('devices' satisfies TableName);
    };
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error);
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  });
}

/**
 * Runs one request in a transaction of its own and waits until the transaction is on the disk.
 *
 * @returns what the request found
 */
export function runRequest<T>(
  database: IDBDatabase,
  table: TableName,
  mode: 'readonly' | 'readwrite',
  start: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(table, mode, { durability: 'strict' });
    const request = start(transaction.objectStore(table));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error);
    transaction.onerror = () => reject(transaction.error ?? request.error);
  });
}

/**
 * Gives the value under a key, making it first when there is none.
 *
 * `add` and a second read, because another tab may do the same: both must end up with one value.
 */
export async function findOrAdd<T>(database: IDBDatabase, key: string, make: () => Promise<T>): Promise<T> {
  const read = () => runRequest<T | undefined>(database, 'keys', 'readonly', (store) => store.get(key));
  const found = await read();
  if (found !== undefined) return found;
  const made = await make();
  await runRequest(database, 'keys', 'readwrite', (store) => store.add(made, key)).catch(() => undefined);
  const kept = await read();
  if (kept === undefined) throw new Error('the database did not keep a key');
  return kept;
}
