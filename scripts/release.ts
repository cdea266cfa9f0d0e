import { packRelease, releaseFolder } from './release/packRelease.ts';
import { prepareRelease } from './release/prepareRelease.ts';
import { publishRelease } from './release/publishRelease.ts';
import { assertVersion } from './release/readVersion.ts';

// `npm run release -- prepare <version>` | `files <version>` | `publish <version>` (HANDBOOK.md).

const commands: Readonly<Record<string, (version: string) => Promise<string>>> = {
  async prepare(version) {
    await prepareRelease(version);
    return `Read the changes, commit them as "Release ${version}", tag the commit v${version}, and push both.`;
  },
  async files(named) {
    await packRelease(await assertVersion(named));
    return `The files are in ${releaseFolder}.`;
  },
  async publish(named) {
    await publishRelease(await assertVersion(named));
    return 'All packages are published.';
  },
};

const [name = '', version, ...rest] = process.argv.slice(2);
const command = commands[name];
if (!command || version === undefined || rest.length > 0) {
  console.error(`Usage: npm run release -- ${Object.keys(commands).join('|')} <version>`);
  process.exit(2);
}
try {
  console.log(await command(version));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
