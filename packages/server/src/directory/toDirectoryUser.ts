import type { WireUser } from '@latchkey/wire';

/**
 * Returns a user as the directory's routes answer with it: always with metadata, as server SDKs declare it. It is an
 * empty object if there is none.
 */
export const toDirectoryUser = (user: WireUser): WireUser => ({
  ...user,
  custom_metadata: user.custom_metadata ?? {},
});
