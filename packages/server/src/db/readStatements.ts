/** Comments and white space between tokens, or (captured) a quoted text, in which both stand for themselves. */
const betweenOrQuoted =
  /(?:--[^\n]*|\/\*[\s\S]*?\*\/|\s)+|('(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\2\$)/g;

/** The statements of an SQL file, without comments, and with one blank for each white space between tokens. */
export function readStatements(sql: string): string {
  return sql.replace(betweenOrQuoted, (_, quoted?: string) => quoted ?? ' ').trim();
}
