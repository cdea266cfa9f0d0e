/** Matches comments and white space between tokens, or captures quoted text, in which both are literal. */
const betweenOrQuoted =
  /(?:--[^\n]*|\/\*[\s\S]*?\*\/|\s)+|('(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\2\$)/g;

/** Matches a comment or quoted text, in which a semicolon separates nothing, or captures a semicolon that does. */
const commentQuotedOrEnd =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|(;)/g;

/** Returns the statements of an SQL file one by one. */
export function splitStatements(sql: string): string[] {
  const ends = [...sql.matchAll(commentQuotedOrEnd)].filter(([, , end]) => end).map(({ index }) => index);
  const parts = [...ends, sql.length].map((end, place) => sql.slice((ends[place - 1] ?? -1) + 1, end));
  return parts.filter((part) => readStatements(part) !== '');
}

/** Returns the statements of an SQL file without comments, with one space in each gap between tokens. */
export function readStatements(sql: string): string {
  return sql.replace(betweenOrQuoted, (_, quoted?: string) => quoted ?? ' ').trim();
}
