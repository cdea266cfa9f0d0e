import type { WireUser } from '@latchkey/wire';

/** A user as back ends see them: with metadata in any case, as the server SDKs declare it, an empty object if there is none. */
export const toDirectoryUser = (user: WireUser): WireUser => ({
  ...user,
  custom_metadata: user.custom_metadata ?? {},
});
