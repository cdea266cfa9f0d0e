import { fail, limits } from '@latchkey/wire';
import { deriveKey, keyedHash, randomId } from '../crypto/index.ts';
import type { World } from '../world.ts';
import type { CodeRecipient, Codes, Recipient, UsedIdKind, UsedIds } from './index.ts';
import { codesToVoid, isAnswered, mayBuySend, sendWaitMs } from './sendRules.ts';
import { createCodeStore, type RecipientKey } from './store.ts';

type UsedId = Readonly<{ appId: string; kind: UsedIdKind; id: string }>;

/** Most attempts to add a code. An attempt fails if a simultaneous request adds one first. */
const mostRounds = 8;

export function createCodes(world: World, usedIds: UsedIds): Codes & { sweep(): Promise<void> } {
  const { clock, random } = world;
  const store = createCodeStore(world.database);
  const pepper = deriveKey(world.secret, 'latchkey/codes/v1');

  // An attacker with a dump, but no KEK, could otherwise read who requests codes and from where, and guess the six
  // digits at once. The code tables have recipients, networks, request ids and codes only as hashes keyed with the
  // pepper.
  const hash = (kind: string, to: Recipient, ...fields: string[]) =>
    keyedHash(pepper, [kind, to.appId, to.channel, to.recipient, ...fields]);
  // A code that opens a wallet is often requested right after a login, so it has a cooldown and limits of its own. An
  // attacker without a session cannot use this to send more messages: the request requires a session.
  const keyOf = (to: Recipient & Partial<Pick<CodeRecipient, 'purpose'>>): RecipientKey => ({
    appId: to.appId,
    recipient: hash(to.purpose?.startsWith('release ') ? 'release-recipient' : 'recipient', to).toString(
      'base64url',
    ),
  });
  // Leaves out the network: a phone that lost an answer often repeats the request from another network.
  const requestOf = ({ requestId, ...to }: CodeRecipient) =>
    requestId ? hash('request', to, to.purpose, requestId) : null;
  const networkOf = (to: CodeRecipient) => hash('network', to, to.network).toString('base64url');

  /** Takes one of the sends that captchas can buy for a recipient. Returns null if those of the day are used up. */
  async function buySend({ appId, recipient }: RecipientKey): Promise<UsedId | null> {
    for (let place = 0; place < limits.captchaSendsPerWindow; place += 1) {
      const bought = { appId, kind: 'captcha-send', id: `${recipient} ${place}` } as const;
      if (await usedIds.use({ ...bought, lifeMs: limits.captchaSendWindowMs })) return bought;
    }
    return null;
  }

  /**
   * Adds a code.
   *
   * @returns the code and a function that takes it back; null if the same request already had one
   */
  async function create(to: CodeRecipient): Promise<{ code: string; takeBack(): Promise<void> } | null> {
    const nowMs = clock.now();
    const key = keyOf(to);
    const network = networkOf(to);
    const code = String(random.integer(10 ** limits.codeLength)).padStart(limits.codeLength, '0');
    const codeId = randomId(random);
    const codeHash = hash('code', to, to.purpose, code);
    const made = { codeId, codeHash, nowMs, requestHash: requestOf(to) };
    let bought: UsedId | null = null;
    const giveBack = async () => void (bought && (await usedIds.giveBack(bought)));
    const takeBack = async () => {
      await store.remove(key, codeId);
      await giveBack();
    };

    // Two simultaneous requests must not both find the cooldown over. One gets the number; the other reads the sent
    // codes again.
    for (let round = 0; round < mostRounds; round += 1) {
      const found = await store.addFirst(key, { network, ...made });
      if (found === null) {
        await giveBack();
        return { code, takeBack };
      }
      const { sent, isKnown, newest } = found;
      if (isAnswered(sent, nowMs)) {
        await giveBack();
        return null;
      }
      const requester = { network, isKnown };
      const waitMs = sendWaitMs(sent, requester, nowMs);
      const mayBuy = to.hasPassedCaptcha === true && mayBuySend(sent, requester);
      if (waitMs > 0 && mayBuy) bought ??= await buySend(key);
      if (waitMs > 0 && !(mayBuy && bought)) {
        await giveBack();
        tooMany(waitMs);
      }
      const next = { number: newest + 1, requester, ...made };
      if (await store.add(key, next, codesToVoid(sent, requester))) return { code, takeBack };
    }
    await giveBack();
    return tooMany(1_000);
  }

  const codes: Codes & { sweep(): Promise<void> } = {
    async send(to, deliver) {
      const made = await create(to);
      if (made === null) return false;
      const { code, takeBack } = made;
      try {
        await deliver(code);
        const { channel } = to;
        // Drops the user id and key that follow the name: they would make a metric label for each user.
        const [purpose = ''] = to.purpose.split(' ');
        world.metrics.count('latchkey_codes_sent_total', { channel, purpose });
      } catch (error) {
        // A message that could not be sent must cost its recipient neither the cooldown nor a send.
        await takeBack();
        throw error;
      }
      return true;
    },

    async isAnswered(to) {
      const request = requestOf(to);
      const sentAtMs = request && (await store.findSent(keyOf(to), request));
      return sentAtMs !== null && clock.now() < sentAtMs + limits.resendCooldownMs;
    },

    claim: (to, code) => ({
      network: networkOf(to),
      codeHash: hash('code', to, to.purpose, code),
      nowMs: clock.now(),
      ...keyOf(to),
    }),

    async consume(to, code) {
      if (!(await store.consume(codes.claim(to, code)))) fail('invalid_credentials');
    },

    async forget(tx, to) {
      await store.forget(tx, keyOf(to));
      await store.forget(tx, keyOf({ ...to, purpose: 'release  ' }));
    },

    sweep: () => store.sweep(clock.now()),
  };
  return codes;
}

function tooMany(waitMs: number): never {
  fail('too_many_requests', { details: { retry_after_s: Math.ceil(waitMs / 1000) } });
}
