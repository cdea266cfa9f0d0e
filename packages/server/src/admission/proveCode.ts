import { fail, type TokenReply } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Challenges, CodeRecipient } from '../challenges/index.ts';
import type { Caller } from '../http/index.ts';
import { type Proof, toProof } from '../proof.ts';
import type { Sessions } from '../sessions/index.ts';
import { addressOf } from '../users/index.ts';
import type { World } from '../world.ts';
import type { TestAccess } from './createTestAccess.ts';

/** A code that someone gave, and whom it was sent to. */
export interface GivenCode {
  readonly to: CodeRecipient;
  readonly code: string;
}

/** What proves that someone reads what is sent to a recipient. @throws ServiceError `invalid_credentials` */
export interface CodeProver {
  /** Of the app's test account by the code that it always has, else by the code that was sent, which it uses up. */
  prove(app: App, given: GivenCode): Promise<Proof>;
  /**
   * Uses the code that was sent up and begins a session of the account's user, in one statement.
   * @returns the session's tokens, or the proof where no one has the account yet
   */
  proveAndStart(
    app: App,
    given: GivenCode,
    caller: Caller,
  ): Promise<{ readonly reply: TokenReply } | { readonly proof: Proof }>;
}

/** Makes what proves by codes. */
export function createCodeProver(
  { clock }: Pick<World, 'clock'>,
  deps: {
    codes: Pick<Challenges['codes'], 'claim' | 'consume'>;
    sessions: Pick<Sessions, 'startByCode'>;
    testAccess: Pick<TestAccess, 'prove'>;
  },
): CodeProver {
  const { codes, sessions, testAccess } = deps;
  const proofOf = (to: CodeRecipient, provedAtMs: number) =>
    toProof({ method: to.channel, account: addressOf(to), provedAtMs });
  return {
    async prove(app, { to, code }) {
      if (!(await testAccess.prove(app, { to, code }))) await codes.consume(to, code);
      return proofOf(to, clock.now());
    },

    async proveAndStart(app, { to, code }, caller) {
      const claim = codes.claim(to, code);
      const login = { app, account: addressOf(to), code: claim, caller };
      const proved = (await sessions.startByCode(login)) ?? fail('invalid_credentials');
      return proved.reply ? { reply: proved.reply } : { proof: proofOf(to, claim.nowMs) };
    },
  };
}
