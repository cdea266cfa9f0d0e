/** What people know an address by: its first and last letters. The whole one stands where it is copied. */
export const shorten = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;
