import { isCode } from '@latchkey/wire';
import type { Mailer, SmsSender } from '../delivery/index.ts';
import type { Metrics } from './createMetrics.ts';

/** Counts the mails and text messages that are sent with the returned senders, by their outcome. */
export function countMessages(
  metrics: Metrics,
  { mailer, smsSender }: { mailer: Mailer; smsSender: SmsSender },
): { mailer: Mailer; smsSender: SmsSender } {
  async function counted(channel: 'email' | 'sms', sent: Promise<void>): Promise<void> {
    const count = (outcome: string) => metrics.count('latchkey_messages_total', { channel, outcome });
    await sent.then(
      () => count('success'),
      (error: unknown) => {
        count(isCode(error) ? error.code : 'internal_error');
        throw error;
      },
    );
  }
  return {
    mailer: {
      send: (message) => counted('email', mailer.send(message)),
      close: () => mailer.close(),
    },
    smsSender: { send: (message) => counted('sms', smsSender.send(message)) },
  };
}
