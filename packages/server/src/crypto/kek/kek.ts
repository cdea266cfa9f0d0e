import { encodeAad } from '../aad.ts';

/** Store that a data key serves. Each has its own KEKs and data keys. */
export type SealingStore = 'parts' | 'recovery';

/**
 * Identifies a data key. A KEK binds this to the wrapped key, so a key that an attacker moved to another row of the
 * database does not unwrap.
 */
export interface DataKeyPlace {
  readonly store: SealingStore;
  readonly appId: string;
  readonly version: number;
}

export type KekProvider = 'aws-kms' | 'environment' | 'file';

/**
 * Key-encryption key: wraps the data keys that seal stored values. Each provider implements this interface
 * (docs/guide/keys.md).
 */
export interface Kek {
  readonly provider: KekProvider;
  /** Eight bytes that precede each data key that the KEK wrapped. The same in every process. */
  readonly id: Uint8Array;
  /** @throws ServiceError `service_unavailable` if the provider still fails after retries; Error if it refuses */
  wrap(dataKey: Uint8Array, place: DataKeyPlace): Promise<Uint8Array>;
  /**
   * @throws ServiceError `service_unavailable` if the provider still fails after retries
   * @throws Error if it refuses, or if the data key was changed or belongs to another place
   */
  unwrap(wrapped: Uint8Array, place: DataKeyPlace): Promise<Uint8Array>;
}

export const kekIdLength = 8;

export type KekSource =
  | { readonly provider: 'environment' | 'file'; readonly key: Uint8Array }
  | { readonly provider: 'aws-kms'; readonly keyArn: string };

export const placeAad = ({ store, appId, version }: DataKeyPlace) =>
  encodeAad(['data-key', store, appId, String(version)]);
