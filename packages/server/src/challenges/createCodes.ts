import { fail, limits } from '@latchkey/wire';
import { deriveKey, keyedHash, randomId } from '../crypto/index.ts';
import type { World } from '../world.ts';
import type { CodeRecipient, Codes, Recipient, UsedIdKind, UsedIds } from './index.ts';
import { codesToVoid, isAnswered, mayBuySend, sendWaitMs } from './sendRules.ts';
import { createCodeStore, type RecipientKey } from './store.ts';

type UsedId = Readonly<{ appId: string; kind: UsedIdKind; id: string }>;

/** More requests for one recipient at the same moment than may send in ten minutes: the rest are refused anyway. */
const mostRounds = 8;

/** Makes the codes of the challenges room. */
export function createCodes(world: World, usedIds: UsedIds): Codes & { sweep(): Promise<void> } {
  const { clock, random } = world;
  const store = createCodeStore(world.database);
  const pepper = deriveKey(world.secret, 'latchkey/codes/v1');

  // A dump must not tell who logs in, from where, or with what code: six digits are guessed at once without the pepper.
  const hash = (kind: string, to: Recipient, ...fields: string[]) =>
    keyedHash(pepper, [kind, to.appId, to.channel, to.recipient, ...fields]);
  // A code that opens a wallet is often asked for right after a login, so the cooldown of the login's code must not hold
  // it back. No stranger can use this to send more messages: it takes a session.
  const keyOf = (to: Recipient & Partial<Pick<CodeRecipient, 'purpose'>>): RecipientKey => ({
    appId: to.appId,
    recipient: hash(to.purpose?.startsWith('release ') ? 'release-recipient' : 'recipient', to).toString(
      'base64url',
    ),
  });
  // Without the network: a telephone that lost an answer often sends the request again from another one.
  const requestOf = ({ requestId, ...to }: CodeRecipient) =>
    requestId ? hash('request', to, to.purpose, requestId) : null;
  const networkOf = (to: CodeRecipient) => hash('network', to, to.network).toString('base64url');

  /** Takes one of a recipient's sends that captchas buy; null when all of the day are taken. */
  async function buySend({ appId, recipient }: RecipientKey): Promise<UsedId | null> {
    for (let place = 0; place < limits.captchaSendsPerWindow; place += 1) {
      const bought = { appId, kind: 'captcha-send', id: `${recipient} ${place}` } as const;
      if (await usedIds.use({ ...bought, lifeMs: limits.captchaSendWindowMs })) return bought;
    }
    return null;
  }

  /** @returns the code, and what takes it back; null where the same request has had one */
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

    // Two requests at once must not both find the cooldown over: the number decides, and the loser looks again.
    for (let round = 0; round < mostRounds; round += 1) {
      const { isAdded, sent, isKnown, newest } = await store.addFirst(key, { ...made, network });
      if (isAdded) return { code, takeBack };
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
      const next = { ...made, number: newest + 1, requester };
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
        // Leaves out the user and key that follow the name: they would make a metric label for each user.
        const [purpose = ''] = to.purpose.split(' ');
        world.metrics.count('latchkey_codes_sent_total', { channel, purpose });
      } catch (error) {
        // A message that never left must cost its recipient neither the cooldown nor a send.
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
      ...keyOf(to),
      network: networkOf(to),
      codeHash: hash('code', to, to.purpose, code),
      nowMs: clock.now(),
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
