import { type DataKeyPlace, type Kek, kekIdLength } from './kek.ts';

/** KEKs of one store. The first wraps and all unwrap, so a KEK can be replaced while the service runs. */
export interface Keyring {
  readonly keks: readonly Kek[];
  /** Wraps with the first KEK. Returns its id followed by the wrapped key. */
  wrap(dataKey: Uint8Array, place: DataKeyPlace): Promise<Uint8Array>;
  /** @throws Error if none of the KEKs wrapped the key; otherwise as {@link Kek.unwrap} */
  unwrap(wrapped: Uint8Array, place: DataKeyPlace): Promise<Uint8Array>;
}

/**
 * Creates a keyring.
 *
 * @param first wraps every new data key
 * @param others earlier keys, which only unwrap, or the next key, which all processes must have before it wraps
 */
export function createKeyring(first: Kek, ...others: readonly Kek[]): Keyring {
  const keks = [first, ...others];
  return {
    keks,
    async wrap(dataKey, place) {
      return new Uint8Array(Buffer.concat([first.id, await first.wrap(dataKey, place)]));
    },
    async unwrap(wrapped, place) {
      const id = Buffer.from(wrapped.subarray(0, kekIdLength));
      const kek = keks.find((candidate) => id.equals(candidate.id));
      if (!kek) {
        throw new Error(
          'A data key was wrapped by a key-encryption key that is not configured. Put that key back.',
        );
      }
      return kek.unwrap(wrapped.subarray(kekIdLength), place);
    },
  };
}
