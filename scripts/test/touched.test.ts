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

it('a changed file of a capability affects the tests of that capability, also through the host apps that they bundle', () => {
  expect(findTouched(['packages/core/src/funding/fund.ts'], imports)).toEqual({
    quick: ['packages/core/src/funding/fund.test.ts'],
    whole: ['e2e/modal/funding.test.ts'],
    stories: [],
  });
});

it('a changed file of no capability affects all tests that import it, but only the stories of those in a browser', () => {
  expect(findTouched(['packages/core/src/http/call.ts'], imports)).toEqual({
    quick: ['packages/core/src/http/call.test.ts'],
    whole: [],
    stories: ['e2e/modal/funding.test.ts', 'e2e/modal/telegram.test.ts'],
  });
});

it('a changed host app affects the tests that bundle it', () => {
  expect(findTouched(['e2e/hosts/app.tsx'], imports).stories).toEqual([
    'e2e/modal/funding.test.ts',
    'e2e/modal/telegram.test.ts',
  ]);
});

it('a changed test affects itself; a changed file that no test imports affects no test', () => {
  expect(findTouched(['e2e/modal/alone.test.ts'], imports).whole).toEqual(['e2e/modal/alone.test.ts']);
  expect(findTouched(['docs/limits.md'], imports)).toEqual({ quick: [], whole: [], stories: [] });
});
