import type { Mailer, MailMessage } from '@latchkey/server';
import { fail } from '@latchkey/wire';

export interface Outbox {
  /** What was sent, oldest first. */
  readonly messages: readonly MailMessage[];
  /** The code of the newest mail to an address. Throws where there is none. */
  codeFor(to: string): string;
  /** Whether the mail server is down: then every send is `delivery_failed`. */
  setDown(isDown: boolean): void;
  clear(): void;
}

/** A mailer that keeps what it is given. */
export function createOutbox(): { outbox: Outbox; mailer: Mailer } {
  const messages: MailMessage[] = [];
  let down = false;
  const outbox: Outbox = {
    messages,
    codeFor(to) {
      const newest = messages.findLast((message) => message.to === to);
      const code = newest && /^\s*(\d{6})\s*$/m.exec(newest.text)?.[1];
      if (!code) throw new Error(`No mail with a code was sent to ${to}`);
      return code;
    },
    setDown(isDown) {
      down = isDown;
    },
    clear() {
      messages.length = 0;
    },
  };
  const mailer: Mailer = {
    async send(message) {
      if (down) fail('delivery_failed');
      messages.push(message);
    },
    async close() {},
  };
  return { outbox, mailer };
}
