import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build/contentHash.ts';
import { readCheckout } from './spec/checkout.ts';
import { coverageOf, toTable } from './spec/coverage.ts';
import { readPartial, readRequirements } from './spec/ledger.ts';
import { proofsIn } from './spec/proofs.ts';
import { readReports, resultsFolder } from './spec/results.ts';

const results = readOrExit();
if (results.length === 0) {
  console.error('There are no test results yet: nothing is proved. `npm test` leaves them for this command.');
}
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const coverage = coverageOf(readRequirements(read), proofsIn(results), readPartial(read));
console.log(process.argv.includes('--json') ? JSON.stringify(coverage, null, 2) : toTable(coverage));

function readOrExit() {
  try {
    return readReports(join(root, resultsFolder), readCheckout(root));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
