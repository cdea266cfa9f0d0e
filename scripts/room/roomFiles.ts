/** Whether a text can be a method's id: the specification's own word, kebab-case. */
export function isMethodName(name: string): boolean {
  return /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name);
}

/**
 * The files of a new login method: path from the root → text. They compile once the method's id stands in the wire;
 * their tests fail until someone writes the story.
 */
export function roomFiles(name: string): Record<string, string> {
  const camel = camelCase(name);
  const pascal = camel.charAt(0).toUpperCase() + camel.slice(1);
  return {
    [`packages/server/src/methods/${name}/${camel}.ts`]: serverMethod(name, camel),
    [`packages/server/src/methods/${name}/${camel}.test.ts`]: serverTest(name),
    [`packages/core/src/methods/${camel}.ts`]: coreFlow(name, pascal),
    [`packages/core/src/methods/${camel}.test.ts`]: coreTest(name, camel, pascal),
    [`packages/core/src/methods/kinds/${camel}.ts`]: coreKind(camel, pascal),
    [`packages/react/src/flow/kinds/${camel}.ts`]: flowKind(name, camel),
    [`packages/react/src/screens/methods/${name}/${pascal}Entry.tsx`]: reactEntry(name, pascal),
    [`packages/react/src/screens/methods/${name}/${camel}Kind.ts`]: reactKind(camel, pascal),
  };
}

/** What each guest list gets: path from the root → line. */
export function guestListLines(name: string): Record<string, string> {
  const camel = camelCase(name);
  const key = camel === name ? camel : `'${name}'`;
  return {
    'packages/wire/src/methods/ids.ts': `'${name}'`,
    'packages/server/src/methods/index.ts': camel === name ? `${camel},` : `${key}: ${camel},`,
    'packages/core/src/methods/kinds/index.ts': camel === name ? `${camel},` : `${key}: ${camel},`,
    'packages/react/src/flow/kinds/index.ts': camel === name ? `${camel},` : `${key}: ${camel},`,
    'packages/react/src/screens/methods/index.ts': `${key}: ${camel}Kind,`,
  };
}

/** What each list imports for its line: path from the root → line. */
export function guestListImports(name: string): Record<string, string> {
  const camel = camelCase(name);
  return {
    'packages/server/src/methods/index.ts': `import { ${camel} } from './${name}/${camel}.ts';`,
    'packages/core/src/methods/kinds/index.ts': `import { ${camel} } from './${camel}.ts';`,
    'packages/react/src/flow/kinds/index.ts': `import { ${camel} } from './${camel}.ts';`,
    'packages/react/src/screens/methods/index.ts': `import { ${camel}Kind } from './${name}/${camel}Kind.ts';`,
  };
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function serverMethod(name: string, camel: string): string {
  return `import { fail } from '@latchkey/wire';
import type { Method } from '../method.ts';

/** Login with ${name}. Its acts prove who someone is; admission and sessions do the rest. */
export const ${camel}: Method<'${name}'> = {
  id: '${name}',
  routes: (_world, _rooms) => [],
  prove: async (_world, _rooms, _claim) => fail('invalid_credentials'),
};
`;
}

function serverTest(name: string): string {
  return `import { createTestService, type TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

test('a login with ${name} ends in a session', () => {
  expect.fail('Write the story here, over service.call, with the requirement ids in the title.');
});
`;
}

function coreFlow(name: string, pascal: string): string {
  return `import type { LatchkeyClient } from '../client.ts';

/** Makes the login flow for ${name}: a store with named states, whose acts end in the session. */
export function create${pascal}Login(_client: LatchkeyClient): object {
  return {};
}
`;
}

function coreTest(name: string, camel: string, pascal: string): string {
  return `import { expect, test } from 'vitest';
import { create${pascal}Login } from './${camel}.ts';

test('the login flow for ${name} goes through its states', () => {
  expect.fail(\`Write the story of \${create${pascal}Login.name} here, over the real service.\`);
});
`;
}

function coreKind(camel: string, pascal: string): string {
  return `import { create${pascal}Login } from '../${camel}.ts';
import type { Kind } from './kind.ts';

export const ${camel} = {
  logIn: create${pascal}Login,
} as const satisfies Kind;
`;
}

function flowKind(name: string, camel: string): string {
  return `import { ServiceError } from '@latchkey/wire';
import type { FlowKind } from './kind.ts';

/** Where ${name} leads in the modal. Nothing of it is linked yet. */
export const ${camel} = {
  link: () => ({
    name: 'ERROR_SCREEN',
    props: { error: new ServiceError('not_supported'), previous: null, isFinal: true },
  }),
} as const satisfies FlowKind;
`;
}

function reactKind(camel: string, pascal: string): string {
  return `import type { MethodKind } from '../kind.ts';
import { ${pascal}Entry } from './${pascal}Entry.tsx';

export const ${camel}Kind = {
  Entry: ${pascal}Entry,
} as const satisfies MethodKind;
`;
}

function reactEntry(name: string, pascal: string): string {
  return `import type { MethodEntryProps } from '../kind.ts';

/** What the landing's row of ${name} leads to: an exit each, with a road in \`flow/kinds\`. */
export type ${pascal}Starts = object;

/** The landing's row for ${name}. */
export function ${pascal}Entry(_props: MethodEntryProps<${pascal}Starts>) {
  return null;
}
`;
}
