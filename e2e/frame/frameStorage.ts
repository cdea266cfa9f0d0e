// Functions that use the frame's storage as a script there could. Playwright sends them to the frame, so they use
// nothing outside themselves.

/** Returns the frame's local storage, session storage, readable cookies and IndexedDB as text. Runs in the frame. */
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

/** Returns the ids and addresses that the frame stores in the clear for the devices of a user. Runs in the frame. */
export async function listDevices({ appId, userId }: { appId: string; userId: string }) {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(`vault:${appId}`);
    request.onsuccess = () => resolve(request.result);
  });
  const records = await new Promise<
    { userId: string; deviceId: string; entropyUid: string; address: string }[]
  >((resolve) => {
    const request = database.transaction('devices').objectStore('devices').getAll();
    request.onsuccess = () => resolve(request.result);
  });
  database.close();
  return records
    .filter((record) => record.userId === userId)
    .map(({ deviceId, entropyUid, address }) => ({ deviceId, entropyUid, address }));
}

/**
 * Opens a sealed device part with the frame's own key, which a script can use but not read out. Runs in the frame.
 *
 * @param sealedFor.aad the associated data of the part
 */
export async function openDevicePart(sealedFor: {
  appId: string;
  userId: string;
  deviceId: string;
  aad: readonly number[];
}): Promise<number[]> {
  const { appId, userId, deviceId, aad } = sealedFor;
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(`vault:${appId}`);
    request.onsuccess = () => resolve(request.result);
  });
  const [key, record] = await new Promise<[CryptoKey, { sealed: Uint8Array<ArrayBuffer> }]>((resolve) => {
    const transaction = database.transaction(['keys', 'devices']);
    const [sealing, device] = [
      transaction.objectStore('keys').get('sealing'),
      transaction.objectStore('devices').get([userId, deviceId]),
    ];
    transaction.oncomplete = () => resolve([sealing.result, device.result]);
  });
  database.close();
  const algorithm = { name: 'AES-GCM', iv: record.sealed.slice(0, 12), additionalData: Uint8Array.from(aad) };
  return [...new Uint8Array(await crypto.subtle.decrypt(algorithm, key, record.sealed.slice(12)))];
}

/** Flips a bit of every sealed part. Runs in the frame. */
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

/** Aborts every further `put`, as a browser does if the disk is full. Runs in the frame. */
export function fillStorage(): void {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    const request = put.apply(this, given);
    this.transaction.abort();
    return request;
  };
}
