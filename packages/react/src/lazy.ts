import { ServiceError } from '@latchkey/wire';

/**
 * Creates a function that loads a module when it is called.
 *
 * @param load imports the module
 * @returns a function that returns the module; it fails with `network_error` if the code cannot be loaded, and
 *   tries again at the next call
 */
export function lazy<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    load().catch((cause: unknown) => {
      throw new ServiceError('network_error', { cause });
    });
}
