import { customType } from 'drizzle-orm/pg-core';

/** Column type `bytea`, read as a plain `Uint8Array` with both drivers. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (bytes) => Buffer.from(bytes),
  fromDriver: (bytes) => new Uint8Array(bytes),
});
