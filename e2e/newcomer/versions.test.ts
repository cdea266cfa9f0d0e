import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@latchkey/testkit';
import { beforeAll, expect, test } from 'vitest';
import { packAll } from '../../scripts/pack.ts';
import { bringLaterNodes, type LaterNode } from '../../scripts/test/laterNodes.ts';
import { type } from './shell.ts';

// The packed packages in a host app with the supported versions of Node.js, React and TypeScript. Takes minutes and
// needs the package registry, so only the wide run has it.

/**
 * Every two versions are together in one of these installs. All three matter to different parts of the packages
 * (Node.js runs and bundles them, React renders them, TypeScript reads their types), so a fault that needs three
 * particular versions is unlikely, and the full product would take twice as long. `release.test.ts` covers
 * Node.js 20 if the tests run on it.
 */
const combinations = [
  { major: '22', react: '18', typescript: '5.9' },
  { major: '22', react: '19', typescript: '7.0.2' },
  { major: '24', react: '18', typescript: '7.0.2' },
  { major: '24', react: '19', typescript: '5.9' },
] as const;

let nodes: readonly LaterNode[];
/** This machine's configuration of npm, which npm looks for beside the program of Node.js. */
let npmConfig: Record<string, string>;
let tarballs: Readonly<Record<string, string>>;
beforeAll(async () => {
  nodes = await bringLaterNodes();
  const folder = temporaryFolder('packed');
  npmConfig = { npm_config_globalconfig: (await type('npm config get globalconfig', folder)).trim() };
  const files = await packAll(folder);
  const packed = ['core', 'frame', 'node', 'react', 'wire'].map((name) => {
    const file = files.find((path) => path.includes(`latchkey-${name}-`));
    return [`@latchkey/${name}`, `file:${file}`];
  });
  tarballs = Object.fromEntries(packed);
});

test.each(combinations)(
  'a host app with React $react and TypeScript $typescript type-checks, builds and checks a token on Node.js $major',
  async ({ major, react, typescript }) => {
    const { path } =
      nodes.find((node) => node.major === major) ?? expect.fail(`there is no Node.js ${major}`);
    const app = temporaryFolder(`node-${major}-react-${react}`);
    const run = (command: string) => type(command, app, { PATH: path, ...npmConfig });
    const files = {
      'package.json': JSON.stringify({
        private: true,
        type: 'module',
        dependencies: { ...tarballs, react, 'react-dom': react },
        devDependencies: {
          typescript,
          '@types/react': react,
          '@types/react-dom': react,
          '@types/node': major,
          vite: '8.3.8',
        },
      }),
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          noEmit: true,
          strict: true,
          skipLibCheck: false,
          target: 'es2022',
          module: 'esnext',
          moduleResolution: 'bundler',
          lib: ['es2022', 'dom'],
          types: ['node'],
          jsx: 'react-jsx',
        },
        include: ['src'],
      }),
      'index.html': '<!doctype html><div id="root"></div><script type="module" src="/src/main.tsx"></script>',
      'src/main.tsx': page,
      'src/back.ts': backEnd,
    };
    await mkdir(join(app, 'src'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(app, name), text);

    await run('npm install');
    expect((await run('node --version')).trim()).toMatch(new RegExp(`^v${major}\\.`));
    const installed = async (name: string) =>
      (
        JSON.parse(await readFile(join(app, 'node_modules', name, 'package.json'), 'utf8')) as {
          version: string;
        }
      ).version;
    expect(await installed('react')).toMatch(new RegExp(`^${react}\\.`));
    expect(await installed('typescript')).toMatch(new RegExp(`^${typescript.replaceAll('.', '\\.')}`));
    await run('npx tsc');
    await run('npx vite build');
    const scripts = await readdir(join(app, 'dist/assets'));
    // The modal's code is a chunk of its own.
    expect(scripts.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(1);
    await run('npx vite build --ssr src/back.ts --outDir back');
    expect(await run('node back/back.js')).toContain('refused: missing_or_invalid_token');
  },
);

const page = `import { LatchkeyProvider, useLatchkey } from '@latchkey/react';
import { createRoot } from 'react-dom/client';

function Account() {
  const { ready, user, login } = useLatchkey();
  // @ts-expect-error a user has no such field
  void user?.nothing;
  return <button disabled={!ready} onClick={() => login()}>{user?.email?.address ?? 'Log in'}</button>;
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <LatchkeyProvider appId="latchkey-demo-app-0000001">
      <Account />
    </LatchkeyProvider>,
  );
`;

const backEnd = `import { createServerClient, isCode } from '@latchkey/node';

const latchkey = createServerClient({ appId: 'latchkey-demo-app-0000001', apiUrl: 'https://auth.example.com' });
try {
  await latchkey.verifyAccessToken('no token');
} catch (error) {
  if (!isCode(error, 'missing_or_invalid_token')) throw error;
  console.log(process.version, 'refused:', error.code);
}
`;
