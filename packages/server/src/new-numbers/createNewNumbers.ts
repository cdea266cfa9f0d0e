import { fail, isCode, limits } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Captcha } from '../captcha/index.ts';
import { deriveKey, keyedHash } from '../crypto/index.ts';
import type { World } from '../world.ts';
import type { NewNumbers, NewNumberText } from './index.ts';
import { type Count, createNewNumberStore } from './store.ts';

const dayMs = 24 * 60 * 60_000;
/**
 * Texts per user and day that need no captcha, all to the same number, so a text that does not arrive can be sent
 * again.
 */
const freeTexts = limits.codeSendsPerWindow;
/** Texts per user and day, with and without captchas, because a program can pass captchas too. */
const mostOfUser = 15;

/**
 * Creates the new-numbers module.
 *
 * An attacker who owns numbers in an expensive range could have them texted at the operator's cost (SMS pumping), or
 * flood strangers. One account would be enough, because `captcha.check` lets signed-in users who are not guests
 * through. A user gets a few texts a day without a captcha, all to one number. Other texts need a captcha. Each user
 * and each app has a daily limit.
 */
export function createNewNumbers(
  world: World,
  { audit, captcha }: { audit: Pick<Audit, 'record'>; captcha: Pick<Captcha, 'demand'> },
): NewNumbers {
  const { clock, database, log, metrics } = world;
  const store = createNewNumberStore(database);
  const pepper = deriveKey(world.secret, 'latchkey/new-numbers/v1');
  const hash = (kind: string, ...fields: string[]) =>
    keyedHash(pepper, [kind, ...fields]).toString('base64url');

  function countsOf({ app, phoneNumber, userId }: NewNumberText, day: number) {
    const appId = app.id;
    const all = { appId, number: '' };
    return {
      first: {
        appId,
        id: hash('first', appId, userId, String(day)),
        number: hash('number', appId, phoneNumber),
        most: freeTexts,
      },
      ofUser: { ...all, id: hash('user', appId, userId, String(day)), most: mostOfUser },
      ofApp: { ...all, id: `app ${day}`, most: app.settings.sms_new_numbers_per_day },
      told: { ...all, id: `told ${day}`, most: 1 },
    } satisfies Record<string, Count>;
  }

  function refuse(reason: 'captcha' | 'user' | 'app', day: number): never {
    metrics.count('latchkey_texts_refused_total', { reason });
    const waitMs = (day + 1) * dayMs - clock.now();
    return fail('too_many_requests', { details: { retry_after_s: Math.ceil(waitMs / 1000) } });
  }

  /** Demands a captcha and uses up its token. Refuses the text if the app has no captcha. */
  async function demandCaptcha({ app, caller, token }: NewNumberText, day: number): Promise<void> {
    const isPassed = await captcha.demand({ app, action: 'login', token, caller }).catch((error: unknown) => {
      if (isCode(error, 'invalid_captcha'))
        metrics.count('latchkey_texts_refused_total', { reason: 'captcha' });
      throw error;
    });
    if (!isPassed) refuse('captcha', day);
  }

  /** Informs the operator, at most once a day, that the app's limit is reached: it is under attack, or it has grown. */
  async function tell({ id, settings }: App, isFirst: boolean): Promise<void> {
    if (!isFirst) return;
    const limit = settings.sms_new_numbers_per_day;
    log.warn(
      { app: id, limit },
      'sms_new_numbers_per_day is reached: until midnight (UTC) no one can link or enrol a number',
    );
    await database.transaction((tx) =>
      audit.record(tx, id, {
        kind: 'app.text_limit_reached',
        userId: null,
        details: { limit },
        actor: { type: 'system', id: 'new_numbers' },
      }),
    );
  }

  return {
    async send(text, deliver) {
      const day = Math.floor(clock.now() / dayMs);
      const counts = countsOf(text, day);
      const taken: Count[] = [];
      // Kept past the end of the day, because clocks may differ.
      const take = async (count: Count) => {
        const isTaken = await store.take(count, (day + 2) * dayMs);
        if (isTaken) taken.push(count);
        return isTaken;
      };
      const giveBack = async () => {
        for (const count of taken) await store.giveBack(count);
      };
      try {
        if (!(await take(counts.first))) await demandCaptcha(text, day);
        if (!(await take(counts.ofUser))) refuse('user', day);
        if (!(await take(counts.ofApp))) {
          await tell(text.app, await store.take(counts.told, (day + 2) * dayMs));
          refuse('app', day);
        }
        if (!(await deliver())) await giveBack();
      } catch (error) {
        await giveBack();
        throw error;
      }
    },
    sweep: () => store.sweep(clock.now()),
  };
}
