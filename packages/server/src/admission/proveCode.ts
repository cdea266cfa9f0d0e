import { fail, type TokenReply } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Challenges, CodeRecipient } from '../challenges/index.ts';
import type { Caller } from '../http/index.ts';
import { type Proof, toProof } from '../proof.ts';
import type { Sessions } from '../sessions/index.ts';
import { addressOf } from '../users/index.ts';
import type { World } from '../world.ts';
import type { TestAccess } from './createTestAccess.ts';

/** Code that a caller submits, and the recipient that it is meant to prove. */
export interface GivenCode {
  readonly to: CodeRecipient;
  readonly code: string;
}

/**
 * Prover of access to a recipient's messages. @throws ServiceError `invalid_credentials`; `proveAndStart` also
 * `origin_not_allowed`
 */
export interface CodeProver {
  /** Proves the app's test account with its fixed code, and other accounts with the sent code, which is used up. */
  prove(app: App, given: GivenCode): Promise<Proof>;
  /**
   * Uses up the sent code and starts a session of the account's user, in one function of the database.
   * @returns the session's tokens, or the proof if no user has the account yet
   */
  proveAndStart(
    app: App,
    given: GivenCode,
    caller: Caller,
  ): Promise<{ readonly reply: TokenReply } | { readonly proof: Proof }>;
}

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
