import { join } from 'node:path';
import { root } from './build/contentHash.ts';
import { buildAll } from './build.ts';
import { readCheckout } from './spec/checkout.ts';
import { beginReports, readReports, resultsFolder } from './spec/results.ts';
import { bringLaterNodes } from './test/laterNodes.ts';
import { bringTools } from './test/machine.ts';
import { inMinutes } from './test/progress.ts';
import { runVitest } from './test/runVitest.ts';
import { totalOf } from './test/total.ts';
import { parts } from './test/wide.ts';

// `npm run test:wide`: runs the matrices of docs/evidence, one part after the other; `-- <part>` runs one.

const [only] = process.argv.slice(2);
if (only !== undefined && !(only in parts)) {
  console.error(`There is no part "${only}". Parts: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
const chosen = Object.entries(parts).filter(([name]) => only === undefined || name === only);
for (const [name, { about }] of chosen) console.log(`${name}: ${about}`);
const own = chosen.flatMap(([, { tools = [] }]) => tools);
const lacking = await bringTools(['browser', 'postgres', 'pgBouncer', ...own]);
const missing = new Set(lacking.values());
await buildAll();
const laterNodes = chosen.some(([name]) => name === 'nodes') ? await bringLaterNodes() : [];
if (chosen.some(([name]) => name === 'nodes') && laterNodes.length === 0) missing.add('Node.js 22 and 24');

const folder = join(root, resultsFolder);
const checkout = readCheckout(root);
let failed = 0;
let passed = 0;
for (const [part, { runs }] of chosen) {
  const startedAt = performance.now();
  const reportOf = beginReports(folder, `wide-${part}`, checkout);
  let code = 0;
  for (const { name, args, env } of runs({ laterNodes, has: (tool) => !lacking.has(tool) })) {
    console.log(`\n${part}: ${name}`);
    const runCode = await runVitest({ report: reportOf(name), args, ...(env ? { env } : {}) });
    code ||= runCode;
  }
  const reports = readReports(folder, checkout, `wide-${part}`);
  const total = totalOf({ reports, checks: { passed: [], failed: [] }, missing: 0, code });
  passed += total.passed;
  failed += total.failed;
  console.log(
    `${part}: ${inMinutes(performance.now() - startedAt)}, ${total.passed} passed, ${total.failed} failed`,
  );
}
for (const name of missing) console.log(`✗ ${name} is missing, and the tests that need it did not run.`);
console.log(`${passed} passed, ${failed + missing.size} failed`);
process.exit(failed + missing.size > 0 ? 1 : 0);
