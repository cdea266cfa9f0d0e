import { ServiceError } from '@latchkey/wire';

/** Loads what a page without Farcaster never needs. @throws ServiceError `network_error` */
export const loadFarcaster = () =>
  import('@latchkey/core/farcaster').catch((cause: unknown) => {
    throw new ServiceError('network_error', { cause });
  });
