import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compile } from './compile.ts';
import { contractNames } from './index.ts';

const compiledFile = new URL('./compiled.json', import.meta.url);

// After a change of a contract: UPDATE_CONTRACTS=1 npx vitest run --project unit packages/sandbox/src/contracts
test("the committed contracts equal the compiler's output", () => {
  const compiled = compile();
  expect(Object.keys(compiled)).toEqual([...contractNames]);
  const text = `${JSON.stringify(compiled, null, 1)}\n`;
  if (process.env.UPDATE_CONTRACTS) writeFileSync(compiledFile, text);
  expect(readFileSync(compiledFile, 'utf8') === text, 'compiled.json is older than the sources').toBe(true);
});
