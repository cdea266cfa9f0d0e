import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishedPackages, publishedPrograms } from '../../scripts/build/publishedPackages.ts';
import { type Registry, startRegistry } from './registry.ts';
import { makeClone, type } from './shell.ts';

// A release that is published to a registry on loopback and installed from there with npm, pnpm and yarn. Takes
// minutes, so only the wide run has it.

const attw = '@arethetypeswrong/cli@0.18.5';

let clone: string;
let registry: Registry;
let env: Registry['env'];
beforeAll(async () => {
  clone = await makeClone();
  await type('npm ci', clone);
  registry = await startRegistry();
  env = registry.env;
}, 900_000);
afterAll(() => registry?.stop());

test('the release command refuses a version that the packages do not have', async () => {
  await expect(type('npm run release -- files 99.0.0', clone)).rejects.toThrow(
    'The packages have the version',
  );
});

test('the release command publishes every package once, with a bill of materials, the frame’s hashes and notes beside them', async () => {
  const { version } = JSON.parse(await readFile(join(clone, 'packages/core/package.json'), 'utf8')) as {
    version: string;
  };
  await type(`npm run release -- files v${version}`, clone);
  const files = await readdir(join(clone, 'artifacts/release'));
  expect(files).toEqual(
    expect.arrayContaining([
      'SHA256SUMS',
      'frame-manifest.json',
      'frame-sbom.json',
      'latchkey-exit.html',
      'notes.md',
      'sbom.json',
      ...publishedPackages.map((name) => `latchkey-${name}-${version}.tgz`),
    ]),
  );
  await type('cd artifacts/release && sha256sum --check SHA256SUMS', clone);
  const notes = await readFile(join(clone, 'artifacts/release/notes.md'), 'utf8');
  const manifest = await readFile(join(clone, 'artifacts/release/frame-manifest.json'), 'utf8');
  for (const { sha256 } of Object.values(
    (JSON.parse(manifest) as { files: Record<string, { sha256: string }> }).files,
  ))
    expect(notes).toContain(sha256);

  const published = await type(`npm run release -- publish v${version}`, clone, env);
  for (const name of publishedPackages) expect(published).toContain(`@latchkey/${name}@${version}\n`);
  const again = await type(`npm run release -- publish v${version}`, clone, env);
  for (const name of publishedPackages)
    expect(again).toContain(`@latchkey/${name}@${version} is published already`);
});

test('each package contains only its build, its documents and its manifest, and its types resolve for ES modules', async () => {
  const folder = join(clone, 'artifacts/release');
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  for (const tarball of tarballs) {
    const paths = (await type(`tar -tzf ${tarball}`, folder)).trim().split('\n');
    const strangers = paths.filter(
      (path) =>
        !/^package\/(package\.json|README\.md|LICENSE|CHANGELOG\.md|sbom\.json|migrations\/\w+\.sql|dist\/[\w./@-]+)$/.test(
          path,
        ) || /\.(test|testkit)\.|\.tsbuildinfo|\.map$/.test(path),
    );
    expect(strangers, tarball).toEqual([]);
    if (publishedPrograms.some((name) => tarball.startsWith(`latchkey-${name}-`))) continue;
    await type(`npx --yes ${attw} ${tarball} --profile esm-only`, folder);
  }
});

/** Package managers, each with the versions of React and TypeScript that it installs. */
const managers = [
  { name: 'npm', install: 'npm install', react: '19', typescript: '7.0.2' },
  { name: 'pnpm', install: 'npx --yes pnpm@10.23.0 install', react: '18', typescript: '5.9' },
  {
    name: 'yarn',
    install: 'npx --yes @yarnpkg/cli-dist@4.9.2 install --no-immutable',
    react: '19',
    typescript: '5.9',
  },
] as const;

describe.each(managers)(
  'an app that installs the release with $name',
  ({ name, install, react, typescript }) => {
    test(`an app with React ${react} and TypeScript ${typescript} installs the release with ${name}, type-checks and runs`, async () => {
      const app = temporaryFolder(`app-${name}`);
      const manifest = {
        name: 'app',
        private: true,
        type: 'module',
        dependencies: {
          '@latchkey/core': '*',
          '@latchkey/node': '*',
          '@latchkey/react': '*',
          react,
          'react-dom': react,
        },
        devDependencies: { typescript, '@types/react': react, '@types/react-dom': react },
      };
      await writeFile(join(app, 'package.json'), JSON.stringify(manifest));
      await writeFile(
        join(app, '.yarnrc.yml'),
        'nodeLinker: node-modules\nunsafeHttpWhitelist: [localhost]\n',
      );
      await writeFile(join(app, 'app.tsx'), page);
      await writeFile(join(app, 'back.mjs'), backEnd);
      await mkdir(join(app, 'home'));
      await type(install, app, { ...env, HOME: join(app, 'home') });
      const compiler = 'node_modules/typescript/bin/tsc';
      const options =
        '--noEmit --strict --jsx react-jsx --target es2022 --lib es2022,dom --skipLibCheck false';
      for (const module of ['--module esnext --moduleResolution bundler', '--module nodenext'])
        await type(`node ${compiler} ${options} ${module} app.tsx`, app);
      expect(await type('node back.mjs', app)).toContain('function function');
    });
  },
);

const page = `import { LatchkeyProvider, useLatchkey } from '@latchkey/react';

function Account() {
  const { ready, user, login } = useLatchkey();
  // @ts-expect-error a user has no such field
  void user?.nothing;
  return <button disabled={!ready} onClick={() => login()}>{user?.email?.address ?? 'Log in'}</button>;
}

export const app = (
  <LatchkeyProvider appId="latchkey-demo-app-0000001">
    <Account />
  </LatchkeyProvider>
);
`;
const backEnd = `import { createClient } from '@latchkey/core';
import * as node from '@latchkey/node';

console.log(typeof createClient, typeof Object.values(node).find((value) => typeof value === 'function'));
`;
