import { expect, it } from 'vitest';
import { readImports } from './importGraph.ts';
import { findTouched } from './touched.ts';

const imports = readImports(
  new Map([
    ['packages/core/src/index.ts', "export { fund } from './funding/fund.ts';\nimport './http/call.ts';"],
    ['packages/core/src/funding/fund.ts', "import type { Call } from '../http/call.ts';"],
    ['packages/core/src/funding/fund.test.ts', "import { fund } from './fund.ts';"],
    ['packages/core/src/http/call.ts', ''],
    ['packages/core/src/http/call.test.ts', "import { call } from './call.ts';"],
    ['e2e/hosts/app.tsx', "import { fund } from '@latchkey/core';"],
    ['e2e/modal/funding.test.ts', "await buildHost(join(import.meta.dirname, '../hosts/app.tsx'));"],
    ['e2e/modal/telegram.test.ts', "await buildHost(join(import.meta.dirname, '../hosts/app.tsx'));"],
    ['e2e/modal/alone.test.ts', ''],
  ]),
  (specifier) => (specifier === '@latchkey/core' ? 'packages/core/src/index.ts' : null),
);

it('finds the tests of the capability of a changed file, through the host apps that they bundle', () => {
  expect(findTouched(['packages/core/src/funding/fund.ts'], imports)).toEqual({
    quick: ['packages/core/src/funding/fund.test.ts'],
    whole: ['e2e/modal/funding.test.ts'],
    stories: [],
  });
});

it('finds all that import a file of no capability, with the stories of those that need a browser', () => {
  expect(findTouched(['packages/core/src/http/call.ts'], imports)).toEqual({
    quick: ['packages/core/src/http/call.test.ts'],
    whole: [],
    stories: ['e2e/modal/funding.test.ts', 'e2e/modal/telegram.test.ts'],
  });
});

it('finds the tests that bundle a changed host app', () => {
  expect(findTouched(['e2e/hosts/app.tsx'], imports).stories).toEqual([
    'e2e/modal/funding.test.ts',
    'e2e/modal/telegram.test.ts',
  ]);
});

it('runs a changed test, and nothing for a file that no test imports', () => {
  expect(findTouched(['e2e/modal/alone.test.ts'], imports).whole).toEqual(['e2e/modal/alone.test.ts']);
  expect(findTouched(['docs/limits.md'], imports)).toEqual({ quick: [], whole: [], stories: [] });
});
