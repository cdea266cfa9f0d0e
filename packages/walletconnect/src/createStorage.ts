import type { ConnectorContext } from '@latchkey/core';
import type { CoreTypes } from '@walletconnect/types';

type LibraryStorage = NonNullable<CoreTypes.Options['storage']>;

/**
 * Creates the storage of WalletConnect's client for its keys and sessions, on the page's origin with our prefix. This
 * keeps a host's own WalletConnect apart, and apps on one origin if their storage prefixes differ. Values stay in
 * memory if the page has no storage, or it is full.
 */
export function createStorage({ environment, storagePrefix }: ConnectorContext): LibraryStorage {
  const prefix = `${storagePrefix}latchkey:walletconnect:`;
  const memory = new Map<string, string>();
  const page = findStorage(environment);

  function read(key: string): string | null {
    const held = memory.get(key);
    if (held !== undefined) return held;
    try {
      return page?.getItem(prefix + key) ?? null;
    } catch {
      return null;
    }
  }

  function listKeys(): string[] {
    const kept = Array.from({ length: page?.length ?? 0 }, (_, at) => page?.key(at) ?? '');
    const ours = kept.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    return [...new Set([...ours, ...memory.keys()])];
  }

  async function getItem<T>(key: string): Promise<T | undefined> {
    try {
      const text = read(key);
      return text === null ? undefined : (JSON.parse(text) as T);
    } catch {
      // Another script of the page may have written anything.
      return undefined;
    }
  }

  return {
    getItem,
    getKeys: async () => listKeys(),
    async getEntries<T>() {
      const entries = await Promise.all(listKeys().map(async (key) => [key, await getItem<T>(key)] as const));
      return entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as [string, T]]));
    },
    async setItem(key, value) {
      const text = JSON.stringify(value);
      if (text === undefined) return;
      try {
        if (!page) throw new Error('no storage');
        page.setItem(prefix + key, text);
        memory.delete(key);
      } catch {
        memory.set(key, text);
      }
    },
    async removeItem(key) {
      memory.delete(key);
      try {
        page?.removeItem(prefix + key);
      } catch {
        // Nothing was stored if storage is blocked.
      }
    },
  };
}

function findStorage({ window }: ConnectorContext['environment']): Storage | null {
  try {
    return window?.localStorage ?? null;
  } catch {
    return null;
  }
}
