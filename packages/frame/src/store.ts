import type { EntropyKind } from '@latchkey/wire';
import { equalBytes } from '@noble/curves/utils.js';
import { type Bytes, toAad, zero } from './bytes.ts';
import { createProofKey } from './custody/proof.ts';
import { createSealingKey, open, seal } from './custody/sealing.ts';
import { findOrAdd, openDatabase, runRequest } from './database.ts';

/** What this browser knows of its share in a wallet, besides the sealed device part. */
export interface Device {
  readonly userId: string;
  readonly deviceId: string;
  readonly entropyUid: string;
  readonly kind: EntropyKind;
  /** A wallet at index 0, EIP-55 or base 58: what the part was split for. */
  readonly address: string;
  /** All wallets at index 0 that this browser has seen of the entropy, this one among them. */
  readonly roots: readonly string[];
  /** Highest recovery version seen; a lower one from the service is refused. */
  readonly recoveryVersion: number;
  /** `pending` until the service has acknowledged the other part. */
  readonly state: 'pending' | 'active';
  /** Unix milliseconds. */
  readonly createdAtMs: number;
}

interface DeviceRecord extends Device {
  readonly sealed: Bytes;
}

/** The frame's storage in this browser. */
export interface DeviceStore {
  /** Proves possession to the service; one for all tabs where storage lasts. */
  readonly proofKey: CryptoKeyPair;
  /** False where the browser refuses storage: every device part ends with the page. */
  readonly isLasting: boolean;
  /**
   * Keeps a device part, reads it back and compares.
   *
   * @returns true when it will outlive the page, false when the browser refused and it is kept in memory
   */
  save(device: Device, part: Uint8Array): Promise<boolean>;
  /** Replaces what is known of a device whose part is kept. */
  update(device: Device): Promise<void>;
  /** A user's devices in this browser: active before pending, newest first. */
  list(userId: string): Promise<readonly Device[]>;
  /** The device part, which the caller overwrites, or null when it cannot be opened any more. */
  findPart(device: Device): Promise<Bytes | null>;
  remove(device: Device): Promise<void>;
}

/** Where records are: in IndexedDB, or in memory where the browser refuses storage. */
interface Records {
  put(record: DeviceRecord): Promise<void>;
  list(userId: string): Promise<readonly DeviceRecord[]>;
  remove(device: Device): Promise<void>;
}

/**
 * Opens the storage of an app's frame. Never fails: what the browser refuses is kept in memory for the page's life.
 */
export async function openStore(appId: string): Promise<DeviceStore> {
  const disk = await openDisk(appId).catch(() => null);
  const sealingKey = disk?.sealingKey ?? (await createSealingKey());
  const proofKey = disk?.proofKey ?? (await createProofKey());
  const memory = createMemoryRecords();

  const aadOf = (device: Device) =>
    toAad('device-part', appId, device.userId, device.entropyUid, device.deviceId, device.address);

  async function findRecord(device: Device): Promise<DeviceRecord | undefined> {
    const records = [...(await memory.list(device.userId)), ...(await listOnDisk(device.userId))];
    return records.find((record) => record.deviceId === device.deviceId);
  }

  /** A disk that fails later (cleared by the person, closed by the browser) counts as empty: the wallet recovers. */
  async function listOnDisk(userId: string): Promise<readonly DeviceRecord[]> {
    return (await disk?.records.list(userId).catch(() => [])) ?? [];
  }

  async function saveOnDisk(record: DeviceRecord, part: Uint8Array): Promise<boolean> {
    if (disk === null) return false;
    try {
      await disk.records.put(record);
      const kept = (await disk.records.list(record.userId)).find(
        ({ deviceId }) => deviceId === record.deviceId,
      );
      if (kept === undefined) return false;
      const readBack = await open(sealingKey, kept.sealed, aadOf(kept));
      const isSame = equalBytes(readBack, part);
      zero(readBack);
      return isSame;
    } catch {
      return false;
    }
  }

  return {
    proofKey,
    isLasting: disk !== null,
    async save(device, part) {
      const record = { ...device, sealed: await seal(sealingKey, Uint8Array.from(part), aadOf(device)) };
      if (await saveOnDisk(record, part)) return true;
      await memory.put(record);
      return false;
    },
    async update(device) {
      const record = await findRecord(device);
      if (record === undefined) return;
      const inMemory = (await memory.list(device.userId)).includes(record);
      await (inMemory || disk === null ? memory : disk.records)
        .put({ ...record, ...device })
        .catch(() => undefined);
    },
    async list(userId) {
      const records = [...(await memory.list(userId)), ...(await listOnDisk(userId))];
      return records.sort((a, b) => a.state.localeCompare(b.state) || b.createdAtMs - a.createdAtMs);
    },
    async findPart(device) {
      const record = await findRecord(device);
      return record ? open(sealingKey, record.sealed, aadOf(record)).catch(() => null) : null;
    },
    async remove(device) {
      await memory.remove(device);
      await disk?.records.remove(device).catch(() => undefined);
    },
  };
}

async function openDisk(appId: string) {
  const database = await openDatabase(`vault:${appId}`);
  const sealingKey = await findOrAdd(database, 'sealing', createSealingKey);
  const proofKey = await findOrAdd(database, 'proof', createProofKey);
  return { sealingKey, proofKey, records: createDiskRecords(database) };
}

function createDiskRecords(database: IDBDatabase): Records {
  const keyOf = (device: Device) => [device.userId, device.deviceId];
  return {
    async put(record) {
      await runRequest(database, 'devices', 'readwrite', (store) => store.put(record, keyOf(record)));
    },
    list(userId) {
      const ofUser = IDBKeyRange.bound([userId], [userId, []]);
      return runRequest(database, 'devices', 'readonly', (store) => store.getAll(ofUser));
    },
    async remove(device) {
      await runRequest(database, 'devices', 'readwrite', (store) => store.delete(keyOf(device)));
    },
  };
}

function createMemoryRecords(): Records {
  const records = new Map<string, DeviceRecord>();
  return {
    async put(record) {
      records.set(record.deviceId, record);
    },
    list: async (userId) => [...records.values()].filter((record) => record.userId === userId),
    async remove(device) {
      records.delete(device.deviceId);
    },
  };
}
