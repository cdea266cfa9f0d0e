import type { WireUser } from '@latchkey/wire';

/**
 * Returns a user as back ends get them, always with metadata, as server SDKs declare it: an empty object if there is
 * none.
 */
export const toDirectoryUser = (user: WireUser): WireUser => ({
  ...user,
  custom_metadata: user.custom_metadata ?? {},
});
