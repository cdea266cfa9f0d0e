import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where `npm test` leaves one JSON file per test project. */
export const resultsFolder = '.cache/test-results';

/** The part of Vitest's JSON report (the shape of Jest's) that we read. */
export interface TestReport {
  testResults: {
    name: string;
    status: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

/** Reads every report of the last `npm test`. */
export function readResults(folder: string): TestReport[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TestReport);
}
