import type { Words } from './words.ts';

/** The server's modules of a login method. */
export function serverFiles(words: Words): Record<string, string> {
  const folder = `packages/server/src/methods/${words.name}`;
  return {
    [`${folder}/${words.camel}.ts`]: method(words),
    [`${folder}/${words.camel}.test.ts`]: story(words),
    [`${folder}/prove${words.pascal}.ts`]: prover(words),
    [`${folder}/verify${words.pascal}.ts`]: verifier(words),
  };
}

const method = ({ name, camel, pascal, snake }: Words) => `import { ${camel}Routes } from '@latchkey/wire';
import { implement } from '../../http/index.ts';
import { linkProof, unlinkAccount } from '../changes/changeAccounts.ts';
import { transferAccount } from '../changes/transfer.ts';
import { checkAge } from '../freshness.ts';
import type { Method } from '../method.ts';
import { prove${pascal}, toAccountKey } from './prove${pascal}.ts';

const method = '${name}';

/** Login with ${name}. */
export const ${camel}: Method<'${name}'> = {
  id: method,
  routes: (world, deps) => [
    implement(${camel}Routes.authenticate, async ({ app, body, caller }) => {
      const { admission, sessions } = deps;
      // Asked before the proof is used up, so that a refusal costs none.
      admission.checkMethod(app, method);
      sessions.checkCaller(app, caller);
      const proof = await prove${pascal}(world, { app, shown: body.${snake}_proof });
      return admission.logIn(app, proof, { mode: body.mode ?? 'login-or-sign-up', caller });
    }),
    implement(${camel}Routes.link, ({ app, body, caller }) =>
      linkProof(deps, { app, caller }, () => prove${pascal}(world, { app, shown: body.${snake}_proof })),
    ),
    implement(${camel}Routes.unlink, ({ app, body, caller }) =>
      unlinkAccount(deps, { app, caller, account: toAccountKey(body.${snake}_user_id) }),
    ),
    implement(${camel}Routes.transfer, ({ app, body, caller }) =>
      transferAccount(deps, {
        app,
        caller,
        nonce: body.nonce,
        method,
        readSubject: () => body.${snake}_user_id,
      }),
    ),
  ],
  async prove(world, _deps, { app, body }) {
    const proof = await prove${pascal}(world, { app, shown: body.${snake}_proof });
    checkAge(world, proof.provedAtMs);
    return proof;
  },
};
`;

const prover = ({
  name,
  pascal,
  snake,
}: Words) => `import { type Proof, toProof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import type { World } from '../../world.ts';
import { verify${pascal} } from './verify${pascal}.ts';

/** The key of an account. */
export const toAccountKey = (userId: string) => ({ type: '${snake}', subject: userId }) as const;

/** Proves an account by what someone shows. @throws ServiceError the codes of \`verify${pascal}\` */
export async function prove${pascal}(
  world: World,
  { app, shown }: { app: App; shown: string },
): Promise<Proof> {
  const { userId, provedAtMs } = await verify${pascal}(world, app, shown);
  const account = { ...toAccountKey(userId), details: { ${snake}_user_id: userId } };
  return toProof({ method: '${name}', account, provedAtMs });
}
`;

const verifier = ({ name, pascal }: Words) => `import { fail } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { World } from '../../world.ts';

/** What was verified. */
interface Verified {
  /** The id of the person at ${name}, out of what was verified. */
  readonly userId: string;
  /** When it was proved, Unix ms: the time that the proof bears, else now. */
  readonly provedAtMs: number;
}

/**
 * Verifies what someone shows, and uses it up: it is good once, and not for long. Write here what does; until then
 * no one gets in.
 *
 * @throws ServiceError \`invalid_credentials\`
 */
export async function verify${pascal}(_world: World, _app: App, _shown: string): Promise<Verified> {
  return fail('invalid_credentials');
}
`;

const story = ({ name }: Words) => `import { createTestService, type TestService } from '@latchkey/testkit';
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
