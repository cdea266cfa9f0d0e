import { root } from './build/contentHash.ts';
import { capture } from './run.ts';
import { createPackageResolver, readImports, readSources } from './test/importGraph.ts';
import { bringForTests } from './test/machine.ts';
import { runVitest } from './test/runVitest.ts';
import { findTouched } from './test/touched.ts';

// `npm run test:changed`: runs the tests that uncommitted changes affect; with `-- <commit>`, those that all changes
// since that commit affect.

const [base = 'HEAD'] = process.argv.slice(2);
const git = async (...args: string[]) => {
  const { code, output } = await capture('git', args);
  if (code !== 0) throw new Error(output);
  return output.split('\n').filter(Boolean);
};
const changed = [
  ...(await git('diff', '--name-only', base)),
  ...(await git('ls-files', '--others', '--exclude-standard')),
];
const touched = findTouched(changed, readImports(readSources(root), createPackageResolver(root)));
const runs = [
  { name: 'unit and service tests', files: touched.quick, env: { LATCHKEY_TIER: 'test' } },
  { name: 'tests with a browser', files: touched.whole, env: {} },
  { name: 'stories', files: touched.stories, env: { LATCHKEY_TIER: 'test' } },
];
if (runs.every(({ files }) => files.length === 0)) console.log('No test imports what changed.');
else await bringForTests();
let code = 0;
for (const { name, files, env } of runs) {
  if (files.length === 0) continue;
  console.log(`\n${files.length} files: ${name}`);
  const runCode = await runVitest({ args: [...files, '--passWithNoTests'], env });
  code ||= runCode;
}
process.exit(code);
