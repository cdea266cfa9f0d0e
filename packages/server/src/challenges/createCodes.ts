import { fail, limits } from '@latchkey/wire';
import { deriveKey, isEqual, keyedHash, randomId } from '../crypto/index.ts';
import type { World } from '../world.ts';
import type { CodeRecipient, Codes } from './index.ts';
import { codesToVoid, sendWaitMs } from './sendRules.ts';
import { createCodeStore, type RecipientKey } from './store.ts';

/** Makes the codes of the challenges room (D further 2). */
export function createCodes(world: World): Codes & { sweep(): Promise<void> } {
  const { clock, database, random } = world;
  const store = createCodeStore(database);
  const pepper = deriveKey(world.config.partsKek, 'latchkey/codes/v1');

  // A dump must not tell who logs in, from where, or with what code: six digits are guessed at once without the pepper.
  const hash = (kind: string, to: CodeRecipient, ...fields: string[]) =>
    keyedHash(pepper, [kind, to.appId, to.channel, to.recipient, ...fields]);
  const keyOf = (to: CodeRecipient): RecipientKey => ({
    appId: to.appId,
    recipient: hash('recipient', to).toString('base64url'),
  });
  const networkOf = (to: CodeRecipient) => hash('network', to, to.network).toString('base64url');

  return {
    async create(to) {
      const nowMs = clock.now();
      const key = keyOf(to);
      const network = networkOf(to);
      const code = String(random.integer(10 ** limits.codeLength)).padStart(limits.codeLength, '0');
      const codeId = randomId(random);
      const codeHash = hash('code', to, to.purpose, code);

      await database.transaction(async (tx) => {
        // Two requests at once must not both find the cooldown over.
        await store.lockRecipient(tx, hash('lock', to).readBigInt64BE());
        const sent = await store.listSent(tx, key, nowMs);
        const asker = { network, isKnown: await store.isKnownNetwork(tx, key, network) };
        const waitMs = sendWaitMs(sent, asker, nowMs);
        if (waitMs > 0) {
          fail('too_many_requests', { details: { retry_after_s: Math.ceil(waitMs / 1000) } });
        }
        await store.void(tx, key, codesToVoid(sent, asker));
        await store.add(tx, key, { codeId, codeHash, asker, nowMs });
      });
      return { codeId, code };
    },

    async withdraw(to, codeId) {
      await store.remove(keyOf(to), codeId);
    },

    async consume(to, code) {
      const nowMs = clock.now();
      const key = keyOf(to);
      const network = networkOf(to);
      // Counted and committed before anything is compared: parallel guesses cannot share one try.
      const candidates = await store.countTry(key, network, nowMs);
      const given = hash('code', to, to.purpose, code);
      // All are compared, so that the time does not tell which one matched.
      const [match] = candidates.filter((candidate) => isEqual(candidate.codeHash, given));
      if (!match || !(await store.use(key, match.codeId, network, nowMs))) fail('invalid_credentials');
    },

    sweep: () => store.sweep(clock.now()),
  };
}
