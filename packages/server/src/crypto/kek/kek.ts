import { encodeAad } from '../aad.ts';

/** Which store a data key serves: each has its own KEKs and its own data keys. */
export type SealingStore = 'parts' | 'recovery';

/** Which data key is wrapped. A KEK binds it to the wrapped key: one that was moved elsewhere does not unwrap. */
export interface DataKeyPlace {
  readonly store: SealingStore;
  readonly appId: string;
  readonly version: number;
}

/** Where a KEK lies. */
export type KekProvider = 'aws-kms' | 'environment' | 'file';

/**
 * A key-encryption key: wraps the data keys that seal what the service stores. The one interface of all providers
 * (docs/guide/keys.md): another one is a file beside this one, a member of {@link KekSource} and a line in `openKek`.
 */
export interface Kek {
  readonly provider: KekProvider;
  /** 8 bytes that stand before every data key that it wrapped; the same in every process, and tell nothing of the key. */
  readonly id: Uint8Array;
  /** @throws ServiceError `service_unavailable` when the provider cannot be reached */
  wrap(dataKey: Uint8Array, place: DataKeyPlace): Promise<Uint8Array>;
  /**
   * @throws ServiceError `service_unavailable` when the provider cannot be reached
   * @throws Error when the data key was changed or belongs to another place
   */
  unwrap(wrapped: Uint8Array, place: DataKeyPlace): Promise<Uint8Array>;
}

export const kekIdLength = 8;

/** What the configuration says of a KEK; `openKek` makes one of it. */
export type KekSource =
  | { readonly provider: 'environment' | 'file'; readonly key: Uint8Array }
  | { readonly provider: 'aws-kms'; readonly keyArn: string };

/** A place as additional authenticated data. */
export const placeAad = ({ store, appId, version }: DataKeyPlace) =>
  encodeAad(['data-key', store, appId, String(version)]);
