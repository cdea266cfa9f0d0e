import { ServiceError } from '@latchkey/wire';

/**
 * Makes a door: what it leads to is fetched when it is first opened. It fails with `network_error` where the code does not
 * come; opened again, it tries again.
 *
 * @param load imports what the door leads to
 */
export function door<Room>(load: () => Promise<Room>): () => Promise<Room> {
  return () =>
    load().catch((cause: unknown) => {
      throw new ServiceError('network_error', { cause });
    });
}
