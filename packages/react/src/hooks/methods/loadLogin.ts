import { ServiceError } from '@latchkey/wire';

/**
 * Loads the login methods, which no page needs before somebody logs in.
 *
 * @throws ServiceError `network_error`
 */
export const loadLogin = () =>
  import('@latchkey/core/login').catch((cause: unknown) => {
    throw new ServiceError('network_error', { cause });
  });
