import type { Mailer, MailMessage, SmsMessage, SmsSender } from '@latchkey/server';
import { fail } from '@latchkey/wire';

export interface Outbox {
  /** Sent mails, oldest first. */
  readonly messages: readonly MailMessage[];
  readonly smsMessages: readonly SmsMessage[];
  /** Returns the newest code that was sent to an address or number (E.164). Throws if there is none. */
  codeFor(to: string): string;
  /**
   * Simulates an outage of mail server and SMS provider. Every send then fails with this code, by default
   * `delivery_failed`.
   */
  setDown(isDown: boolean, code?: 'delivery_failed' | 'twilio_verification_failed'): void;
  /** Number of sends that failed in an outage. */
  readonly refusals: number;
  clear(): void;
}

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
      // Notices go to the same address, but contain no code.
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
