import type { Mailer, MailMessage, SmsMessage, SmsSender } from '@latchkey/server';
import { fail } from '@latchkey/wire';

export interface Outbox {
  /** What was sent, oldest first. */
  readonly messages: readonly MailMessage[];
  readonly smsMessages: readonly SmsMessage[];
  /** The newest code that was mailed to an address or sent to a number (E.164). Throws where there is none. */
  codeFor(to: string): string;
  /** Whether mail server and SMS provider are down: then every send fails by this code, by default `delivery_failed`. */
  setDown(isDown: boolean, code?: 'delivery_failed' | 'twilio_verification_failed'): void;
  /** How often a send has failed so: the service sends letters after it has answered. */
  readonly refusals: number;
  clear(): void;
}

/** A mailer and an SMS sender that keep what they are given. */
export function createOutbox(): { outbox: Outbox; mailer: Mailer; smsSender: SmsSender } {
  const messages: MailMessage[] = [];
  const smsMessages: SmsMessage[] = [];
  let downBy: Parameters<Outbox['setDown']>[1] | null = null;
  let refusals = 0;
  const checkUp = () => {
    if (!downBy) return;
    refusals += 1;
    fail(downBy);
  };
  const outbox: Outbox = {
    messages,
    smsMessages,
    codeFor(to) {
      const sent = [...messages, ...smsMessages].filter((message) => message.to === to);
      // Notices go to the same address, and have none.
      const code = sent.flatMap(({ text }) => /^\s*(\d{6})\b/m.exec(text)?.[1] ?? []).at(-1);
      if (!code) throw new Error(`Nothing with a code was sent to ${to}`);
      return code;
    },
    setDown(isDown, code = 'delivery_failed') {
      downBy = isDown ? code : null;
    },
    get refusals() {
      return refusals;
    },
    clear() {
      messages.length = 0;
      smsMessages.length = 0;
    },
  };
  const mailer: Mailer = {
    async send(message) {
      checkUp();
      messages.push(message);
    },
    async close() {},
  };
  const smsSender: SmsSender = {
    async send(message) {
      checkUp();
      smsMessages.push(message);
    },
  };
  return { outbox, mailer, smsSender };
}
