import { type DataKeyPlace, type Kek, kekIdLength } from './kek.ts';

/** The KEKs of one store: the first wraps, all unwrap, so that one can be replaced while the service runs. */
export interface Keyring {
  readonly keks: readonly Kek[];
  /** Wraps with the first KEK. Returns its id and what it gave. */
  wrap(dataKey: Uint8Array, place: DataKeyPlace): Promise<Uint8Array>;
  /** @throws Error when none of the KEKs wrapped it, or the place is not the one of the wrapping. */
  unwrap(wrapped: Uint8Array, place: DataKeyPlace): Promise<Uint8Array>;
}

/**
 * Makes a keyring.
 *
 * @param first wraps every new data key
 * @param others earlier keys, which only unwrap, or the next one, which is to be known by all processes first
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
