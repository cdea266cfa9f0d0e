import type { Words } from './words.ts';

const base = 'packages/core/src/methods';

/** Core's modules of a login method. */
export const coreFiles = (words: Words): Record<string, string> => ({
  [`${base}/${words.camel}.ts`]: operations(words),
  [`${base}/${words.camel}.test.ts`]: story(words),
  [`${base}/account-types/${words.camel}.ts`]: accountType(words),
});

const operations = ({ name, camel, pascal, snake }: Words) => `import {
  type ConfirmationAct,
  fail,
  ${camel}Routes,
  type TransferOffer,
  type User,
} from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { LoginResult } from '../session/index.ts';
import {
  type AccountChange,
  type Confirmation,
  changeAccounts,
  checkFree,
  confirmWith,
  guardLink,
} from './changes/index.ts';
import { rememberLogin } from './recentLogin.ts';

/** What a person shows, and whom a login lets in. */
export interface ${pascal}LoginInput {
  readonly proof: string;
  /** Lets in only those who have an account. @default false */
  readonly disableSignup?: boolean;
}

/** Logs in with ${name}. @throws ServiceError \`invalid_credentials\`, and the other codes of the route */
export async function loginWith${pascal}(
  client: LatchkeyClient,
  { proof, disableSignup = false }: ${pascal}LoginInput,
): Promise<LoginResult> {
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up';
  const login = await contextsOf(client).session.authenticate((post) =>
    post(${camel}Routes.authenticate, { body: { ${snake}_proof: proof, mode } }),
  );
  rememberLogin(client, { method: '${name}' });
  return login;
}

/** Links a ${name} account to the user who is signed in. @throws ServiceError the codes of the route */
export async function link${pascal}(client: LatchkeyClient, proof: string): Promise<AccountChange> {
  return guardLink(
    () => checkFree(client, '${snake}'),
    async () => {
      const user = await changeAccounts(client, ${camel}Routes.link, { ${snake}_proof: proof });
      const account = user.linkedAccounts.findLast(({ type }) => type === '${snake}');
      return { user, account: account ?? fail('failed_to_link_account') };
    },
  );
}

/** Has the user prove again who they are. @param act what the proof is for */
export async function confirmWith${pascal}(
  client: LatchkeyClient,
  proof: string,
  act?: ConfirmationAct,
): Promise<Confirmation> {
  return confirmWith(client, { method: '${name}', ${snake}_proof: proof }, act);
}

/** Moves an account here that another user has. */
export async function move${pascal}(
  client: LatchkeyClient,
  { nonce, subject }: TransferOffer,
  _held: Record<never, never>,
): Promise<User> {
  return changeAccounts(client, ${camel}Routes.transfer, { nonce, ${snake}_user_id: subject });
}

/** Takes the ${name} account from the user. */
export async function unlink${pascal}(client: LatchkeyClient, userId: string): Promise<User> {
  return changeAccounts(client, ${camel}Routes.unlink, { ${snake}_user_id: userId });
}
`;

const accountType = ({ camel, pascal }: Words) => `import { lazy } from '../../lazy.ts';
import type { AccountTypeRecord } from './accountType.ts';

const load = () => import('../${camel}.ts');

export const ${camel} = {
  logIn: lazy(async () => (await load()).loginWith${pascal}),
  link: lazy(async () => (await load()).link${pascal}),
  confirm: lazy(async () => (await load()).confirmWith${pascal}),
  move: lazy(async () => (await load()).move${pascal}),
  unlink: lazy(async () => (await load()).unlink${pascal}),
} as const satisfies AccountTypeRecord;
`;

const story = ({ name, camel, pascal }: Words) => `import { expect, test } from 'vitest';
import { loginWith${pascal} } from './${camel}.ts';

test('a login with ${name} ends in the session', () => {
  expect.fail(\`Write the story of \${loginWith${pascal}.name} here, over the real service.\`);
});
`;
