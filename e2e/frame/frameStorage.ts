// What a script in the frame can do to its storage. Playwright sends these functions there, so they stand alone.

/** All that the frame has stored, as far as a script can read it. Runs in the frame. */
export async function dumpStorage(): Promise<string> {
  const written: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
  const write = (value: unknown): unknown => {
    if (value instanceof CryptoKey) return `${value.type} extractable:${value.extractable}`;
    return value instanceof Uint8Array ? Array.from(value).join() : value;
  };
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name as string);
      request.onsuccess = () => resolve(request.result);
    });
    for (const table of database.objectStoreNames) {
      const rows = await new Promise<unknown[]>((resolve) => {
        const request = database.transaction(table).objectStore(table).getAll();
        request.onsuccess = () => resolve(request.result);
      });
      const isPair = (row: unknown): row is CryptoKeyPair => Object.hasOwn(row as object, 'privateKey');
      for (const row of rows) {
        const shown = isPair(row) ? row.privateKey : row;
        written.push(
          JSON.stringify(shown instanceof CryptoKey ? write(shown) : shown, (_, value) => write(value)),
        );
      }
    }
    database.close();
  }
  return written.join('\n');
}

/** Turns a bit of every sealed part. Runs in the frame. */
export async function damageParts(appId: string): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(`vault:${appId}`);
    request.onsuccess = () => resolve(request.result);
  });
  await new Promise((resolve) => {
    const transaction = database.transaction('devices', 'readwrite');
    const cursor = transaction.objectStore('devices').openCursor();
    cursor.onsuccess = () => {
      if (!cursor.result) return;
      const record = cursor.result.value;
      record.sealed[20] ^= 1;
      cursor.result.update(record);
      cursor.result.continue();
    };
    transaction.oncomplete = resolve;
  });
  database.close();
}

/** From now on nothing more can be written: as where the disk is full, the transaction is aborted. Runs in the frame. */
export function fillStorage(): void {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    const request = put.apply(this, given);
    this.transaction.abort();
    return request;
  };
}
