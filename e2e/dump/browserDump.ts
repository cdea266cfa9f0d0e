// Reads from the browser's storage what a script in the frame's origin can read. Playwright sends these functions to
// the page, so they use nothing outside themselves.

/** Values in the frame's storage. Bytes are in base64. */
export interface BrowserDump {
  readonly bytes: string[];
  /** Local storage, session storage, the cookies that scripts can read, and the rows of all databases as JSON. */
  readonly text: string;
  /** Secret and private keys, each with the outcomes of four attempts to read it out. */
  readonly keys: { readonly algorithm: string; readonly extractable: boolean; readonly outcomes: string[] }[];
}

export async function dumpBrowser(): Promise<BrowserDump> {
  const bytes: string[] = [];
  const keys = new Set<CryptoKey>();
  const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
  const toBase64 = (value: Uint8Array) => btoa(String.fromCharCode(...value));
  function take(value: unknown): unknown {
    if (value instanceof CryptoKey) {
      if (value.type !== 'public') keys.add(value);
      return value.type;
    }
    if (value instanceof ArrayBuffer) return take(new Uint8Array(value));
    if (value instanceof Uint8Array) bytes.push(toBase64(value));
    return value;
  }
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
      for (const row of rows) {
        // The replacer collects the keys inside pairs and records; a lone key is collected directly.
        texts.push(JSON.stringify(row instanceof CryptoKey ? take(row) : row, (_, value) => take(value)));
      }
    }
    database.close();
  }
  const readOut = async (key: CryptoKey) => {
    const wrapping = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['wrapKey']);
    const iv = new Uint8Array(12);
    const ways = [
      ...(['raw', 'jwk', 'pkcs8'] as const).map((format) => crypto.subtle.exportKey(format, key)),
      crypto.subtle.wrapKey('jwk', key, wrapping, { name: 'AES-GCM', iv }),
    ];
    const settled = await Promise.allSettled(ways);
    const outcomes = settled.map((way) => (way.status === 'fulfilled' ? 'given' : way.reason.name));
    return { algorithm: key.algorithm.name, extractable: key.extractable, outcomes };
  };
  return { bytes, text: texts.join('\n'), keys: await Promise.all([...keys].map(readOut)) };
}

/**
 * Decrypts the device parts with the frame's non-extractable key. Runs in the frame. Returns the parts by address, in
 * base64.
 */
export async function openDeviceParts(appId: string): Promise<Record<string, string>> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(`vault:${appId}`);
    request.onsuccess = () => resolve(request.result);
  });
  const readAll = (table: string) =>
    new Promise<unknown[]>((resolve) => {
      const request = database.transaction(table).objectStore(table).getAll();
      request.onsuccess = () => resolve(request.result);
    });
  type Row = Record<'userId' | 'entropyUid' | 'deviceId' | 'address', string> & {
    sealed: Uint8Array<ArrayBuffer>;
  };
  const rows = (await readAll('devices')) as Row[];
  const key = (await readAll('keys')).find((value) => value instanceof CryptoKey) as CryptoKey;
  database.close();
  const parts: Record<string, string> = {};
  for (const { userId, entropyUid, deviceId, address, sealed } of rows) {
    // Additional data that binds the part to its place: each field behind its length in four bytes.
    const fields = ['latchkey/frame/v1', 'device-part', appId, userId, entropyUid, deviceId, address];
    const additionalData = new Uint8Array(
      fields.flatMap((field) => [0, 0, 0, field.length, ...new TextEncoder().encode(field)]),
    );
    const algorithm = { name: 'AES-GCM', iv: sealed.slice(0, 12), additionalData };
    const part = await crypto.subtle.decrypt(algorithm, key, sealed.slice(12));
    parts[address] = btoa(String.fromCharCode(...new Uint8Array(part)));
  }
  return parts;
}
