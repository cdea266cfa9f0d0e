/** Returns text from a provider, or null if it is empty, too long to store (over 128 characters) or contains a NUL. */
export const short = (text: string | null) =>
  text && text.length <= 128 && !text.includes('\0') ? text : null;
