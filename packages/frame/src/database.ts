/** Longest time to open the database, in ms, in case the browser never answers. */
const openWithinMs = 3000;

/** Tables of the frame's database: non-extractable keys, and records of devices. */
export type TableName = 'keys' | 'devices';

/**
 * Opens an IndexedDB database, and creates its tables if it is new.
 *
 * @throws Error if the browser refuses storage or does not answer in time
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
 * Runs one request in its own transaction, waits until it completes, and asks the browser to write it to disk first.
 *
 * @returns the result of the request
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
 * Returns the value under a key, and creates it first if there is none.
 *
 * Another tab may create the value at the same time: `add` and a second read give both tabs the same one.
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
