import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OAuthProvider } from '@latchkey/wire';
import type { Plugin } from 'esbuild';
import { brandMarks } from '../../packages/react/src/screens/methods/social/brandMarks.ts';
import { providerRecords } from '../../packages/server/src/methods/oauth/providers/records.ts';
import type { ProviderRecord } from '../../packages/server/src/methods/oauth/record.ts';
import { root } from '../../scripts/build/contentHash.ts';
import { line } from './line.ts';

// Adds a provider of social login with one id, one record and one icon, inserted into the product's files when they are
// bundled.

type Named = Exclude<OAuthProvider | 'line', 'oidc'>;
const icon = [{ d: 'M4 4h16v16H4Z', fill: '#06c755' }];

({ ...providerRecords, line }) satisfies Record<Named, ProviderRecord>;
({ ...brandMarks, line: icon }) satisfies Record<Named, unknown>;
// @ts-expect-error With only the id, the compiler reports the missing record …
providerRecords satisfies Record<Named, ProviderRecord>;
// @ts-expect-error … and the missing icon.
brandMarks satisfies Record<Named, unknown>;

const source = (path: string) => join(root, 'packages', path);

const additions: Readonly<Record<string, readonly (readonly [after: string, added: string])[]>> = {
  [source('wire/src/oauthProviders.ts')]: [["'apple',", "'line',"]],
  [source('server/src/methods/oauth/providers/records.ts')]: [
    [
      "import { instagram } from './instagram.ts';",
      `import { line } from '${join(import.meta.dirname, 'line.ts')}';`,
    ],
    ['instagram,\n', 'line,\n'],
  ],
  [source('react/src/screens/methods/social/brandMarks.ts')]: [['= {\n', `line: ${JSON.stringify(icon)},\n`]],
};

/**
 * Plugin that adds the provider to the sources of a bundle. The files themselves stay unchanged.
 * @throws Error (in the build) if a file no longer contains the text after which it inserts
 */
export const addition: Plugin = {
  name: 'addition',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const places = additions[path];
      if (!places) return null;
      const contents = places.reduce(
        (text, [after, added]) => {
          if (!text.includes(after)) throw new Error(`${path} has no ${JSON.stringify(after)}`);
          return text.replace(after, () => after + added);
        },
        readFileSync(path, 'utf8'),
      );
      return { contents, loader: 'ts' };
    });
  },
};
