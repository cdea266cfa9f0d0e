import { customType } from 'drizzle-orm/pg-core';

/** A `bytea` column read as a plain `Uint8Array` on both drivers (pg gives a `Buffer`, which some libraries refuse). */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (bytes) => Buffer.from(bytes),
  fromDriver: (bytes) => new Uint8Array(bytes),
});
