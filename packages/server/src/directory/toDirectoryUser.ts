import type { WireUser } from '@latchkey/wire';

/**
 * Returns a user in the form of the directory's routes: always with metadata, because server SDKs declare it. It is an
 * empty object if the user has none.
 */
export const toDirectoryUser = (user: WireUser): WireUser => ({
  ...user,
  custom_metadata: user.custom_metadata ?? {},
});
