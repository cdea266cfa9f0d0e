import type { EntropyKind } from '@latchkey/wire';
import { equalBytes } from '@noble/curves/utils.js';
import { type Bytes, toAad, zero } from './bytes.ts';
import { createProofKey } from './custody/proof.ts';
import { createSealingKey, open, seal } from './custody/sealing.ts';
import { findOrAdd, openDatabase, runRequest } from './database.ts';

/** Facts about a device part that this browser keeps in clear, beside the sealed part. */
export interface Device {
  readonly userId: string;
  readonly deviceId: string;
  readonly entropyUid: string;
  readonly kind: EntropyKind;
  /** Address of the wallet at index 0 that the part was split for, EIP-55 or base 58. */
  readonly address: string;
  /** Addresses of all wallets at index 0 that this browser has seen of the entropy, including `address`. */
  readonly roots: readonly string[];
  /** Highest recovery version seen. A lower one from the service is refused. */
  readonly recoveryVersion: number;
  /** `pending` until the service has acknowledged the other part. */
  readonly state: 'pending' | 'active';
  readonly createdAtMs: number;
}

interface DeviceRecord extends Device {
  readonly sealed: Bytes;
}

export interface DeviceStore {
  /** Key that proves possession to the service. Tabs of one site share it if storage lasts. */
  readonly proofKey: CryptoKeyPair;
  /** False if the browser refuses storage: every device part then ends with the page. */
  readonly isLasting: boolean;
  /**
   * Stores a device part, reads it back and compares.
   *
   * @returns true if the part is on disk, false if that failed and the part is kept in memory
   */
  save(device: Device, part: Uint8Array): Promise<boolean>;
  /** Replaces the facts about a device whose part is stored. */
  update(device: Device): Promise<void>;
  /** Lists a user's devices in this browser: active before pending, newest first. */
  list(userId: string): Promise<readonly Device[]>;
  /** Returns the device part, which the caller must overwrite, or null if it is missing or can no longer be opened. */
  findPart(device: Device): Promise<Bytes | null>;
  remove(device: Device): Promise<void>;
}

/** Storage of records: IndexedDB, or memory if the browser refuses storage. */
interface Records {
  put(record: DeviceRecord): Promise<void>;
  list(userId: string): Promise<readonly DeviceRecord[]>;
  remove(device: Device): Promise<void>;
}

/** Opens the storage of an app's frame. If the browser refuses storage, everything stays in memory. */
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

  /** Storage that fails later (cleared by the user, closed by the browser) counts as empty: a recovery replaces it. */
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
