/**
 * Path of the icon of a phone number, 20 px. In a file of its own, because the record and the screen that it loads
 * both use it.
 */
export const smsIcon =
  'M4.5 4h11A1.5 1.5 0 0 1 17 5.5v7a1.5 1.5 0 0 1-1.5 1.5H10l-4 3v-3H4.5A1.5 1.5 0 0 1 3 12.5v-7A1.5 1.5 0 0 1 4.5 4ZM6.75 9h.01M10 9h.01M13.25 9h.01';
