import { ServiceError } from '@latchkey/wire';

/**
 * Loads the login methods, which no page needs before a user logs in. They come with the modal, though no modal shows:
 * a door of their own would cut what every page loads at start into pieces that compress badly (half a kilobyte).
 *
 * @throws ServiceError `network_error`
 */
export const loadLogin = () =>
  import('../../modal/index.ts').then(
    ({ loginMethods }) => loginMethods,
    (cause: unknown) => {
      throw new ServiceError('network_error', { cause });
    },
  );
