import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { buildTargets, oldest } from '../build/browserTargets.ts';
import { root } from '../build/contentHash.ts';
import { findNewer, lackingOf } from './findNewer.ts';
import { cssKeysOf } from './readCss.ts';

/** Packages that run in users' browsers. */
const folders = [
  'packages/coinbase',
  'packages/core',
  'packages/frame',
  'packages/react',
  'packages/wagmi',
  'packages/walletconnect',
  'packages/wire',
  'apps/hosted',
];

/** Newer APIs that the code can do without, or that are older than the data says. */
const guarded: Readonly<Record<string, string>> = {
  'api.AbortSignal.timeout_static':
    'Chrome has it since 103; since 124 it also gives the right name to its error',
  'api.Clipboard.write': 'a refusal, also for want of it, leads to the text that can be selected',
  'api.ClipboardItem.ClipboardItem': 'likewise',
  'api.KeyboardEvent.isComposing':
    'Safari has it since 10.1; the data counts an order of events that no code relies on',
  'api.KeyboardEvent.repeat':
    'Chrome has it since 32; the data counts Android keyboards, which repeat no key',
  'api.Location.ancestorOrigins': 'where it is missing, the frame asks the page above for its origin',
  'api.Window.requestIdleCallback': 'a timer stands in',
};

/** Newer styles that only decorate a page. */
const decorative = [
  'css.at-rules.starting-style',
  'css.properties.contain-intrinsic-size',
  'css.properties.content-visibility',
  'css.properties.forced-color-adjust',
  'css.properties.overscroll-behavior',
  'css.properties.text-size-adjust',
  'css.properties.text-wrap',
  // Used together with the prefixed property that Safari needs.
  'css.properties.user-select',
  'css.selectors.marker',
  'css.selectors.selection',
];

function sourcesOf(ending: RegExp): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => ending.test(name) && !/\.(test|testkit)\.tsx?$/.test(name))
      .map((name) => join(root, folder, 'src', name)),
  );
}

it('browser code uses no API that a supported browser lacks, unless a reason is listed', () => {
  const files = sourcesOf(/\.tsx?$/);
  expect(files.length).toBeGreaterThan(1_000);
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    customConditions: ['@latchkey/source'],
    allowImportingTsExtensions: true,
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  });
  const found = findNewer(program, files, root);
  expect(found.filter(({ key }) => !(key in guarded))).toEqual([]);
  // A reason must be removed together with the last code that needs it.
  expect(Object.keys(guarded).filter((key) => !found.some((newer) => newer.key === key))).toEqual([]);
});

it('findNewer finds an unsupported API as a method, a static method and a constructor, but not behind an optional call', () => {
  const path = join(root, 'newer.ts');
  const text = [
    "URL.canParse('a');",
    'Promise.withResolvers();',
    '[1].values().map(String);',
    'new ClipboardItem({});',
    'AbortSignal.any([]);',
    '[2].toSorted();',
    "URL.parse?.('b');",
  ].join('\n');
  const options = { lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'], target: ts.ScriptTarget.ESNext, types: [] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (file, ...rest) =>
    file === path ? ts.createSourceFile(path, text, ts.ScriptTarget.ESNext) : getSourceFile(file, ...rest);
  const found = findNewer(ts.createProgram([path], options, host), [path], root);
  expect(found.map(({ key, place }) => `${place} ${key}`)).toEqual([
    'newer.ts:1 api.URL.canParse_static',
    'newer.ts:2 javascript.builtins.Promise.withResolvers',
    'newer.ts:3 javascript.builtins.Iterator.map',
    'newer.ts:4 api.ClipboardItem.ClipboardItem',
    'newer.ts:5 api.AbortSignal.any_static',
  ]);
});

it('style sheets use a style that a supported browser lacks only as decoration', () => {
  const keys = sourcesOf(/\.css\.ts$/).flatMap((file) => [...cssKeysOf(readFileSync(file, 'utf8'))]);
  expect(keys).toContain('css.selectors.has');
  expect([...new Set(keys)].filter((key) => lackingOf(key).length > 0).sort()).toEqual(decorative);
});

it('the guide names the browser versions that the builds target', () => {
  const guide = readFileSync(join(root, 'docs/guide/browsers.md'), 'utf8');
  const table = [...guide.matchAll(/^\| ([^|]+) \| ([\d.]+) \|$/gm)].map(([, name, version]) => [
    name,
    version,
  ]);
  expect(table).toEqual([
    ['Chrome', oldest.chrome],
    ['Edge', oldest.edge],
    ['Firefox', oldest.firefox],
    ['Safari', oldest.safari],
    ['Safari on iOS', oldest.safari_ios],
  ]);
  expect(buildTargets).toEqual(['chrome120', 'edge120', 'firefox121', 'safari16.4', 'ios16.4']);
});
