import { parse } from 'csv-parse/sync';
import { commandError } from '../command/index.ts';
import type { Row } from './record.ts';

/**
 * Reads the rows of an export: a JSON list, an object or pages with such a list, JSON lines, or CSV with a header.
 *
 * @throws CommandError if the file has none of these forms
 */
export function readRows(text: string): readonly Row[] {
  const content = text.replace(/^\uFEFF/, '').trim();
  if (content === '') throw commandError('The file is empty.', 'usage');
  try {
    if (/^[[{]/.test(content)) return readJson(content);
    return parse(content, { columns: true, skip_empty_lines: true, trim: true }) as Row[];
  } catch (cause) {
    throw commandError('The file is neither JSON, nor JSON lines, nor CSV with a header.', 'usage', cause);
  }
}

function readJson(content: string): readonly Row[] {
  try {
    return listOf(JSON.parse(content));
  } catch {
    return content
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap((line) => listOf(JSON.parse(line)));
  }
}

/** Returns the users in a value: a list, a page with a list, or one user. */
function listOf(value: unknown): readonly Row[] {
  if (Array.isArray(value)) return value.flatMap(listOf);
  if (typeof value !== 'object' || value === null) throw new Error('no object');
  const { data, users } = value as { data?: unknown; users?: unknown };
  if (Array.isArray(data)) return data as Row[];
  return Array.isArray(users) ? (users as Row[]) : [value as Row];
}
