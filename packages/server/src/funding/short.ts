/** Returns text from a provider if it is short enough to store (128 characters) and has no NUL; otherwise null. */
export const short = (text: string | null) =>
  text && text.length <= 128 && !text.includes('\0') ? text : null;
