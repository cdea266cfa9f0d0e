import { fail, limits } from '@latchkey/wire';
import { deriveKey, keyedHash, randomId } from '../crypto/index.ts';
import type { World } from '../world.ts';
import type { CodeRecipient, Codes, Recipient } from './index.ts';
import { codesToVoid, sendWaitMs } from './sendRules.ts';
import { createCodeStore, type RecipientKey } from './store.ts';

/** More requests for one recipient at the same moment than may send in ten minutes: the rest are refused anyway. */
const mostRounds = 8;

/** Makes the codes of the challenges room (D further 2). */
export function createCodes(world: World): Codes & { sweep(): Promise<void> } {
  const { clock, random } = world;
  const store = createCodeStore(world.database);
  const pepper = deriveKey(world.secret, 'latchkey/codes/v1');

  // A dump must not tell who logs in, from where, or with what code: six digits are guessed at once without the pepper.
  const hash = (kind: string, to: Recipient, ...fields: string[]) =>
    keyedHash(pepper, [kind, to.appId, to.channel, to.recipient, ...fields]);
  const keyOf = (to: Recipient): RecipientKey => ({
    appId: to.appId,
    recipient: hash('recipient', to).toString('base64url'),
  });
  const networkOf = (to: CodeRecipient) => hash('network', to, to.network).toString('base64url');

  const codes: Codes & { sweep(): Promise<void> } = {
    async create(to) {
      const nowMs = clock.now();
      const key = keyOf(to);
      const network = networkOf(to);
      const code = String(random.integer(10 ** limits.codeLength)).padStart(limits.codeLength, '0');
      const codeId = randomId(random);
      const made = { codeId, codeHash: hash('code', to, to.purpose, code), nowMs };

      // Two requests at once must not both find the cooldown over: the number decides, and the loser looks again.
      for (let round = 0; round < mostRounds; round += 1) {
        const { isAdded, sent, isKnown, newest } = await store.addFirst(key, { ...made, network });
        if (isAdded) return { codeId, code };
        const asker = { network, isKnown };
        const waitMs = sendWaitMs(sent, asker, nowMs);
        if (waitMs > 0) tooMany(waitMs);
        const next = { ...made, number: newest + 1, asker };
        if (await store.add(key, next, codesToVoid(sent, asker))) return { codeId, code };
      }
      return tooMany(1_000);
    },

    async withdraw(to, codeId) {
      await store.remove(keyOf(to), codeId);
    },

    async send(to, deliver) {
      const { codeId, code } = await codes.create(to);
      try {
        await deliver(code);
      } catch (error) {
        // A message that never left must cost its recipient neither the cooldown nor a send.
        await codes.withdraw(to, codeId);
        throw error;
      }
    },

    claim: (to, code) => ({
      ...keyOf(to),
      network: networkOf(to),
      codeHash: hash('code', to, to.purpose, code),
      nowMs: clock.now(),
    }),

    async consume(to, code) {
      if (!(await store.consume(codes.claim(to, code)))) fail('invalid_credentials');
    },

    forget: (tx, to) => store.forget(tx, keyOf(to)),

    sweep: () => store.sweep(clock.now()),
  };
  return codes;
}

function tooMany(waitMs: number): never {
  fail('too_many_requests', { details: { retry_after_s: Math.ceil(waitMs / 1000) } });
}
