import { describe, expect, it } from 'vitest';
import { checkImports } from './check-architecture/imports.ts';
import { treeOf } from './check-architecture/tree.ts';
import { writeTree } from './check-architecture/writeTree.testkit.ts';
import { checkArchitecture, reportOn } from './checkArchitecture.ts';

const ledger = {
  'docs/spec/requirements.tsv':
    'id\tarea\tlayer\tsection\trequirement\nOTP-05\temail\tserver\tL§4\tResend waits.\n',
  'docs/spec/security.md': '| # | Requirement |\n|---|---|\n| S22 | Refresh token |\n',
};

function complaints(texts: Record<string, string>): string[] {
  return checkArchitecture(treeOf({ ...ledger, ...texts })).map(({ path, message }) => `${path} ${message}`);
}

const moduleIndex = '/** Issues sessions. */\nexport const name = 1;\n';
const lines = (count: number) => 'export {};\n'.repeat(count);

/** Files that import each other's types in a ring. */
const knotOf = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `packages/core/src/session/a${10 + index}.ts`,
      `import type { X } from './a${10 + ((index + 1) % count)}.ts';`,
    ]),
  );

/** A planted violation, its files, and the expected message about the first of them. */
const planted: [what: string, texts: Record<string, string>, says: string][] = [
  // Modules
  [
    'two modules that import each other',
    {
      'packages/server/src/apps/a.ts': "import { x } from '../users/index.ts';",
      'packages/server/src/users/a.ts': "import { x } from '../apps/index.ts';",
    },
    'import each other',
  ],
  [
    'two modules of the frame that import each other',
    {
      'packages/frame/src/readable/a.ts': "import { x } from '../sign/a.ts';",
      'packages/frame/src/sign/b.ts': "import { x } from '../readable/b.ts';",
    },
    'import each other',
  ],
  ['a module without a tier', { 'packages/server/src/karaoke/index.ts': moduleIndex }, 'has no tier yet'],
  // Cycles
  [
    'two files that import each other',
    {
      'packages/core/src/session/a.ts': "import { b } from './b.ts';",
      'packages/core/src/session/b.ts': "import { a } from './a.ts';",
    },
    'packages/core/src/session/a.ts → packages/core/src/session/b.ts → packages/core/src/session/a.ts',
  ],
  [
    'a cycle with one lazy import',
    {
      'packages/core/src/session/a.ts': "import('./b.ts');",
      'packages/core/src/session/b.ts': "import { c } from './c.ts';",
      'packages/core/src/session/c.ts': "export * from './a.ts';",
    },
    'imports itself in a circle',
  ],
  [
    '21 files that reach each other through types',
    knotOf(21),
    'is one of 21 files that reach each other by imports; the ceiling is 20',
  ],
  [
    'the import without which a group of 21 files would no longer reach each other',
    knotOf(21),
    'Without packages/core/src/session/a10.ts → packages/core/src/session/a11.ts it would be 1',
  ],
  // Edges
  [
    'a second file that reads the environment',
    { 'packages/server/src/db/a.ts': 'export const a = process.env.A;' },
    'process.env',
  ],
  [
    'code of core that uses window',
    { 'packages/core/src/a.ts': "export const a = () => window.open('/');" },
    'touches window',
  ],
  [
    'code of core that uses localStorage',
    { 'packages/core/src/a.ts': 'export const a = () => localStorage;' },
    'localStorage',
  ],
  [
    'a call of the global fetch',
    { 'packages/server/src/apps/a.ts': "export const a = () => fetch('/');" },
    'global fetch',
  ],
  [
    'a use of globalThis.fetch',
    { 'packages/react/src/a.ts': 'export const a = globalThis.fetch;' },
    'global fetch',
  ],
  [
    'SQL outside a store file',
    { 'packages/server/src/users/a.ts': "export const a = 'select id from users where 1 = 1';" },
    'holds SQL',
  ],
  [
    'two statements of one name',
    {
      'packages/server/src/users/b.test.ts': "database.statement('all', 'select 2');",
      'packages/server/src/apps/a.test.ts': "database.statement('all', 'select 1');",
    },
    'prepares another text as "all", which is taken: packages/server/src/users/b.test.ts:1',
  ],
  // Terms
  [
    'a replaced term in an identifier',
    { 'packages/core/src/a.ts': 'export const secondFloor = Math.floor(1.5);\n' },
    'has the word "floor" in secondFloor: the term is tier',
  ],
  [
    'the plural of a replaced term in an identifier',
    { 'packages/core/src/a.ts': 'export const USED_WISHES = 1;\n' },
    'has the word "wish" in USED_WISHES',
  ],
  [
    "a replaced term in a file's name",
    { 'packages/react/src/flow/changeRoads.ts': 'export {};\n' },
    'has the word "road" in its path',
  ],
  [
    'a folder called "kinds"',
    { 'packages/wire/src/kinds/email.ts': 'export {};\n' },
    'name it account-types',
  ],
  // Public names
  [
    'a re-export that renames',
    { 'packages/react/src/index.ts': "export { useA as useB } from './useA.ts';\n" },
    'exports useA as useB',
  ],
  // Literals
  [
    'an object literal spread into another',
    { 'packages/core/src/a.ts': 'export const a = { x: 1, ...{ y: 2, z: 3 } };\n' },
    'spreads an object literal into another',
  ],
  [
    'an object literal spread into the attributes of an element',
    { 'packages/react/src/a.tsx': 'export const a = <p {...{ id: "x" }} />;\n' },
    'spreads an object literal into another',
  ],
  // Sizes
  [
    'a file of the frame that is too long',
    { 'packages/frame/src/a.ts': lines(201) },
    'has 201 lines; the ceiling is 200',
  ],
  [
    'a function of the frame that is too long',
    { 'packages/frame/src/a.ts': `export function a() {\n${'a();\n'.repeat(64)}}\n` },
    '66 lines',
  ],
  [
    'a frame with too many lines',
    Object.fromEntries(
      Array.from({ length: 46 }, (_, index) => [`packages/frame/src/operations/a${index}.ts`, lines(150)]),
    ),
    'has 6900 lines in all; the ceiling is 6800',
  ],
  [
    'a file that the vault page reaches, in a folder that is not counted',
    {
      'packages/frame/src/main.ts': "import './router.ts';",
      'packages/frame/src/router.ts': "import { read } from './readable/hash.ts';",
      'packages/frame/src/readable/hash.ts': 'export const read = 1;\n',
    },
    "packages/frame/src/readable/hash.ts runs on the vault's page",
  ],
  [
    'a file that a part of the vault page reaches',
    {
      'packages/frame/src/parts/cloud.ts': "export { read } from '../readable/hash.ts';",
      'packages/frame/src/readable/hash.ts': 'export const read = 1;\n',
    },
    "packages/frame/src/readable/hash.ts runs on the vault's page",
  ],
  [
    'a signing path with too many lines',
    Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [`packages/frame/src/sign/a${index}.ts`, lines(195)]),
    ),
    'has 1365 lines in all; the ceiling is 1340',
  ],
  // Names
  ['a file called "utils"', { 'packages/core/src/session/utils.ts': moduleIndex }, 'is called "utils"'],
  ['a folder called "helpers"', { 'packages/core/src/helpers/clock.ts': moduleIndex }, 'is called "helpers"'],
  [
    'an index without a comment',
    { 'packages/core/src/session/index.ts': 'export const a = 1;\n' },
    'begins without a comment',
  ],
  [
    'a name that two files export',
    {
      'packages/core/src/b.ts': 'export function open() {}',
      'packages/core/src/a.ts': 'export interface open {}',
    },
    'exports open, as packages/core/src/b.ts does',
  ],
  [
    'a name that two test files export',
    {
      'e2e/b.ts': 'export const [open, close] = [1, 2];',
      'e2e/a.testkit.ts': 'export const { close } = page;',
    },
    'exports close, as e2e/b.ts does',
  ],
  [
    'a name that two files export, one of which lazily loads something with another name',
    {
      'packages/core/src/b.ts': 'export function open() {}',
      'packages/core/src/a.ts': "export const open = lazy(async () => (await import('./c.ts')).shut);",
    },
    'exports open',
  ],
  // Tests
  ['a skipped test', { 'packages/wire/src/a.test.ts': "it.skip('x', () => {});" }, 'uses .skip'],
  ['a test marked with .only', { 'e2e/a.test.ts': "describe.only('x', () => {});" }, 'uses .only'],
  ['a test table that is skipped', { 'e2e/a.test.ts': "it.skip.each([1])('x', () => {});" }, 'uses .skip'],
  ['a test that is expected to fail', { 'e2e/a.test.ts': "test.fails('x', () => {});" }, 'uses .fails'],
  ['a conditional test', { 'e2e/a.test.ts': "it.skipIf(true)('x', () => {});" }, 'uses .skipIf'],
  ['a retried test', { 'e2e/a.test.ts': "it('x', { retry: 2 }, () => {});" }, 'another try'],
  [
    'a title with the id of an unknown requirement',
    { 'e2e/a.test.ts': "it('[OTP-99] x', () => {});" },
    'names OTP-99',
  ],
  [
    'a title with the id of an unknown security requirement',
    { 'e2e/a.test.ts': 'it(`[S99] x`, () => {});' },
    'names S99',
  ],
  [
    'a title with four ids',
    { 'packages/wire/src/a.test.ts': "it('[OTP-05, S22, OTP-05, S22] x', () => {});" },
    'names 4 requirements; one test proves at most 3',
  ],
  [
    'a title of a browser test with nine ids',
    { 'e2e/a.test.ts': `it('[${Array(9).fill('OTP-05').join()}] x', () => {});` },
    'names 9 requirements; one test proves at most 8',
  ],
  [
    'instanceof with a class of errors',
    {
      'packages/react/src/a.ts': 'export const ours = (error: unknown) => error instanceof ServiceError;',
      'packages/wire/src/b.ts': 'export class ServiceError extends Error {}',
    },
    'which another copy of the module is not',
  ],
];

/** A planted import, its files, and the expected message about the first of them. */
const plantedImports: [what: string, texts: Record<string, string>, says: string][] = [
  // Packages
  [
    'an import of core in wire',
    { 'packages/wire/src/a.ts': "import '@latchkey/core';" },
    'imports @latchkey/core/src/index.ts: packages/wire may not import it',
  ],
  [
    'an import of a value of wire in the frame',
    { 'packages/frame/src/a.ts': "import { x } from '@latchkey/wire';" },
    'may import it only as a type',
  ],
  [
    'an import of react in core',
    { 'packages/core/src/a.ts': "export * from '@latchkey/react';" },
    'may not import it',
  ],
  [
    'an import of server in react',
    { 'packages/react/src/a.ts': "import('@latchkey/server');" },
    'may not import it',
  ],
  [
    'an import of core in server',
    { 'packages/server/src/a.ts': "import type { X } from '@latchkey/core';" },
    'may not import it',
  ],
  [
    'an import by a path into another package',
    { 'packages/core/src/a.ts': "import '../../wire/src/b.ts';" },
    'a path into another package',
  ],
  [
    'a package that imports itself by name',
    {
      'packages/core/src/a.ts': "import '@latchkey/core';",
      'packages/core/src/index.ts': moduleIndex,
      'packages/core/package.json': '{ "name": "@latchkey/core", "exports": { ".": "./src/index.ts" } }',
    },
    'a package imports its own files by their paths',
  ],
  [
    "an import of the gallery's entry in another package",
    { 'apps/demo/src/a.ts': "import { x } from '../../../packages/react/src/gallery.ts';" },
    'which only apps/gallery may import',
  ],
  [
    'an import in a package without a row in the table',
    { 'apps/karaoke/src/a.ts': "import '@latchkey/core';" },
    'imports @latchkey/core/src/index.ts: the package has no row',
  ],
  [
    'an import of the testkit outside tests',
    { 'packages/core/src/a.ts': "import '@latchkey/testkit';" },
    'imports @latchkey/testkit/src/index.ts: only tests may use it',
  ],
  // Modules
  [
    'a deep import',
    { 'packages/server/src/methods/a.ts': "import '../users/store.ts';" },
    'imports packages/server/src/users/store.ts: a module is imported through its index.ts',
  ],
  [
    'a deep import of types',
    { 'packages/core/src/methods/a.ts': "import type { X } from '../http/call.ts';" },
    'a module is imported through its index.ts',
  ],
  [
    'an upward import',
    { 'packages/server/src/db/a.ts': "import { x } from '../users/index.ts';" },
    'its module is of a higher tier',
  ],
  [
    'an upward import that is lazy',
    { 'packages/server/src/db/a.ts': "export const a = () => import('../users/index.ts');" },
    'its module is of a higher tier',
  ],
  [
    'an upward import of a value beside one of its type',
    {
      'packages/server/src/db/a.ts':
        "import type { X } from '../users/index.ts';\nimport { x } from '../users/index.ts';",
    },
    'its module is of a higher tier',
  ],
  [
    'a deep import by a type in place',
    { 'packages/server/src/apps/a.ts': "export type A = import('../users/store.ts').B;" },
    'a module is imported through its index.ts',
  ],
  [
    'an import of a method in http',
    { 'packages/server/src/http/a.ts': "import { x } from '../methods/index.ts';" },
    'its module is of a higher tier',
  ],
  [
    'an import of screens in ui',
    { 'packages/react/src/ui/a.ts': "import { x } from '../screens/index.ts';" },
    'its module is of a higher tier',
  ],
  [
    'a method that imports another method',
    { 'packages/server/src/methods/sms/a.ts': "import '../email/message.ts';" },
    'imports packages/server/src/methods/email/message.ts: a method does not import another method',
  ],
  [
    'an import of operations in the vault',
    { 'packages/frame/src/vault/a.ts': "import { x } from '../operations/connect.ts';" },
    'of a higher tier',
  ],
  [
    'an import of the file that composes the modules',
    { 'packages/server/src/users/a.ts': "import '../service.ts';" },
    'what composes the modules',
  ],
  // Edges
  [
    'an import of drizzle outside a store file',
    { 'packages/server/src/users/a.ts': "import { eq } from 'drizzle-orm';" },
    'SQL lives',
  ],
  [
    'an import of drizzle in a file whose name only ends like a store',
    { 'packages/server/src/users/restore.ts': "import { eq } from 'drizzle-orm';" },
    'SQL lives',
  ],
  [
    'an import of React in the flow',
    { 'packages/react/src/flow/a.ts': "import { useState } from 'react';" },
    'flow/ is pure',
  ],
  // Frame
  [
    'an import of an unlisted package in the frame',
    { 'packages/frame/src/a.ts': "import { x } from 'viem';" },
    'list of foreign code',
  ],
  [
    'an import in the frame of a package whose name begins like a listed one',
    { 'packages/frame/src/a.ts': "import { x } from '@noble/curves-fast';" },
    'list of foreign code',
  ],
  // Attacks
  [
    "an import of our code in an attacker's code",
    { 'e2e/attacks/a.ts': "import { x } from '@latchkey/wire';" },
    'nothing of ours',
  ],
  [
    "an import of our types in an attacker's code",
    { 'e2e/attacks/a.ts': "import type { X } from '../dump/b.ts';" },
    'ours',
  ],
  [
    "a dynamic import of our code in an attacker's code",
    { 'e2e/attacks/a.ts': "import('../../packages/frame/src/b.ts');" },
    'ours',
  ],
];

const moduleFile = 'packages/server/src/users/a.ts';
const leaks: [what: string, text: string][] = [
  ['a hash with ===', 'if (row.codeHash === given) go();'],
  ['a secret with !==', 'if (secret !== shown) stop();'],
  ['a signature with ==', 'const good = signature == expected;'],
  ['a MAC with timingSafeEqual', "import { timingSafeEqual } from 'node:crypto';"],
];

describe('comparisons of secrets', () => {
  it.each(leaks)('[S52] checkArchitecture finds the comparison of %s on the server', (_, text) => {
    expect(complaints({ [moduleFile]: `${text}\n` })).toEqual([
      expect.stringContaining('isEqual of the crypto module'),
    ]);
  });

  it('[S52] checkArchitecture allows comparisons of secrets in one file, and checks for the existence of a secret anywhere', () => {
    const asked = "if (row.secretHash === null || kind === 'hash' || error.code === code) go();\n";
    expect(complaints({ [moduleFile]: asked })).toEqual([]);
    const place = 'packages/server/src/crypto/hash.ts';
    expect(complaints({ [place]: "import { timingSafeEqual } from 'node:crypto';\n" })).toEqual([]);
  });
});

describe('proofs', () => {
  it.each([
    ['made', "import { toProof } from '../../admission/index.ts';\n"],
    ['made under another name', "import { toProof as seal } from '../../admission/index.ts';\n"],
    [
      'made through a namespace',
      "import * as admission from '../../admission/index.ts';\nexport const a = admission['toProof'];\n",
    ],
    ['claimed', "import type { Proof } from '../../admission/index.ts';\nexport const a = {} as Proof;\n"],
    [
      'claimed in part',
      "import type { Proof } from '../../admission/index.ts';\nexport const a = {} as Readonly<Proof>;\n",
    ],
  ])('checkArchitecture finds a proof that is %s without verification', (_, text) => {
    const found = complaints({
      'packages/server/src/admission/index.ts': moduleIndex,
      'packages/server/src/methods/line/routes.ts': text,
    });
    expect(found).toEqual([expect.stringContaining('only what verifies makes one')]);
  });
});

describe('approvals in the frame', () => {
  it.each([
    ['made', "import { approveByPerson } from './approval/approval.ts';\n"],
    ['made under another name', "import { approveByHost as allow } from './approval/approval.ts';\n"],
    [
      'claimed',
      "import type { Approval } from './approval/approval.ts';\nexport const a = {} as Approval;\n",
    ],
  ])(
    'checkArchitecture finds an approval of the frame that is %s in a file that may not create one',
    (_, text) => {
      const found = complaints({
        'packages/frame/src/approval/approval.ts': 'export const name = 1;\n',
        'packages/frame/src/router.ts': text,
      });
      expect(found).toEqual([expect.stringContaining('only what knows of one makes it')]);
    },
  );
});

describe('users on the server', () => {
  it.each([
    [
      'a function that takes the ids of an app and a user as two parameters',
      'export const a = (appId: string, userId: string) => appId + userId;\n',
      'take a `UserKey`',
    ],
    [
      'an interface with the ids of an app and a user',
      'export interface A {\n  appId: string;\n  userId: string;\n}\n',
      'spells out app and user',
    ],
    [
      'a parameter type with the ids of an app and a user',
      'export const a = (b: { appId: string; userId: string }) => b;\n',
      'spells out',
    ],
    [
      'a transaction that is not the first parameter',
      'export const a = (b: string, tx: Db) => [b, tx];\n',
      'first parameter',
    ],
  ])('checkArchitecture finds %s on the server', (_, text, says) => {
    const found = complaints({
      'packages/server/src/users/index.ts': moduleIndex,
      'packages/server/src/users/a.ts': text,
    });
    expect(found).toEqual([expect.stringContaining(says)]);
  });
});

describe('checkArchitecture', () => {
  it.each(planted)('checkArchitecture finds %s', (_, texts, says) => {
    const found = complaints(texts);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(says);
  });

  it.each(plantedImports)('checkArchitecture finds %s', async (_, texts, says) => {
    const [path] = Object.keys(texts);
    const found = await checkImports(writeTree(texts));
    expect(found).toEqual([{ path, message: expect.stringContaining(says) }]);
  });

  it("checkArchitecture finds a version range among the frame's dependencies", () => {
    const found = complaints({
      'packages/frame/package.json': JSON.stringify({
        devDependencies: { ox: '^0.14.0', '@noble/curves': '2.4.0' },
      }),
    });
    expect(found).toEqual([expect.stringContaining('wants ox ^0.14.0')]);
  });

  it('checkArchitecture accepts code that keeps its rules', async () => {
    const good = {
      'packages/wire/src/limits.ts': 'export const codeLength = 6;\n',
      'packages/frame/src/protocol.ts': "import type { X } from '@latchkey/wire';\nexport type Y = X;\n",
      'packages/frame/src/sign/a.ts':
        "import { secp256k1 } from '@noble/curves/secp256k1.js';\nexport { secp256k1 };\n",
      'packages/core/src/environment.ts': 'export const open = () => window.open;\n',
      'packages/core/src/session/index.ts': moduleIndex,
      'packages/core/src/session/tokens.ts': 'export const a = (document: string) => ({ document });\n',
      'packages/server/src/config.ts': 'export const url = process.env.LATCHKEY_URL;\n',
      'packages/server/src/users/index.ts': moduleIndex,
      'packages/server/src/users/store.ts': "import { eq } from 'drizzle-orm';\nexport { eq };\n",
      'packages/server/src/users/countStore.ts': "import { eq } from 'drizzle-orm';\nexport { eq };\n",
      'packages/server/src/methods/email/a.ts':
        "import { x } from '../../users/index.ts';\nimport '../one-time-code/b.ts';\n",
      'packages/server/src/methods/email/a.test.ts':
        "import '@latchkey/testkit';\nit('[OTP-05, S22] waits', () => {});\n",
      'packages/server/src/http/a.ts': "import type { App } from '../apps/index.ts';\nexport type B = App;\n",
      'packages/server/src/http/b.ts': "export type C = import('../apps/index.ts').App;\n",
      'packages/server/src/http/c.ts': "import { type App } from '../apps/index.ts';\nexport type D = App;\n",
      'packages/server/src/audit/a.ts': "import type { Client } from 'pg';\nexport type E = Client;\n",
      'apps/gallery/src/a.ts': "export * from '../../../packages/react/src/gallery.ts';\n",
      'packages/server/src/apps/a.ts': 'export const a = (fetch: () => void) => fetch();\n',
      'e2e/attacks/a.ts': "import { combine } from 'shamir-secret-sharing';\nimport './b.ts';\n",
      'e2e/a.test.ts': "it.each([1])('works in [brackets] too', () => {});\n",
    };
    expect(complaints(good)).toEqual([]);
    expect(await checkImports(writeTree(good))).toEqual([]);
  });

  it('checkArchitecture counts the lines of a function without those of its inner functions', () => {
    const inner = `  a() {\n${'    b();\n'.repeat(30)}  },\n`;
    expect(
      complaints({ 'packages/frame/src/a.ts': `export const c = () => ({\n${inner.repeat(4)}});\n` }),
    ).toEqual([]);
  });

  it('checkArchitecture accepts names that are re-exported, listed by an id, or shared by a value and its type', () => {
    const found = complaints({
      'packages/core/src/open.ts': 'export interface open {}\nexport const open = 1;\nfunction close() {}\n',
      'packages/core/src/close.ts': 'export function close() {}\n',
      'packages/core/src/index.ts': "export * from './open.ts';\nexport { open } from './open.ts';\n",
      'packages/core/src/list.ts': "export { open as 'open-wallet' } from './open.ts';\n",
      'packages/core/src/lazy.ts':
        "export const close = lazy(async () => (await import('./close.ts')).close);\n",
      'packages/react/src/open.ts': 'export const open = 2;\n',
      'apps/a/one.ts': 'export default function open() {}\n',
      'apps/a/two.ts': 'export default function open() {}\n',
    });
    expect(found).toEqual([]);
  });

  it("checkArchitecture accepts 20 files that import each other's types in a cycle", () => {
    expect(complaints(knotOf(20))).toEqual([]);
  });
});

describe('reportOn', () => {
  const long = {
    'packages/core/src/a.ts': lines(401),
    'packages/server/src/b.ts': `export function b() {\n${'b();\n'.repeat(59)}}\n`,
  };

  it('the report lists long files and functions outside the frame and cycles of type imports, which no rule refuses', () => {
    const texts = { ...long, ...knotOf(3) };
    expect(complaints(texts)).toEqual([]);
    const report = reportOn(treeOf(texts)).join('\n');
    expect(report).toContain('packages/core/src/a.ts  has 401 lines');
    expect(report).toContain('packages/server/src/b.ts:1  is a function of 61 lines of its own');
    expect(report).toContain('3 files, among them packages/core/src/session/a10.ts');
  });

  it('checkArchitecture accepts folders with many files and deep folders', () => {
    const full = Array.from({ length: 13 }, (_, index) => [
      `packages/wire/src/a${index}.ts`,
      `export const name${index} = 1;\n`,
    ]);
    expect(
      complaints({ ...Object.fromEntries(full), 'packages/wire/src/a/b/c/d/e.ts': moduleIndex }),
    ).toEqual([]);
  });
});
