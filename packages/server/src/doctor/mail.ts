import { checkSmtp } from '../delivery/index.ts';
import { isLoopbackHost } from '../loopback.ts';
import { type Check, error, warning } from './check.ts';

export const smtpEncryption: Check = {
  id: 'smtp-encryption',
  async run({ settings: { smtpUrl } }) {
    if (smtpUrl === null) return { skipped: 'LATCHKEY_SMTP_URL is not set' };
    const { hostname, protocol, searchParams } = new URL(smtpUrl);
    if (protocol === 'smtps:' || isLoopbackHost(hostname) || searchParams.get('requireTLS') === 'true')
      return [];
    return [
      warning(
        'LATCHKEY_SMTP_URL begins with smtp://, so an attacker on the network can prevent encryption and read login codes. Use smtps://, or add ?requireTLS=true.',
      ),
    ];
  },
};

export const smtp: Check = {
  id: 'smtp',
  async run({ settings: { smtpUrl } }) {
    if (smtpUrl === null) return { skipped: 'LATCHKEY_SMTP_URL is not set' };
    const failure = await checkSmtp({ url: smtpUrl });
    return failure === null ? [] : [error(describe(failure))];
  },
};

export const testMail: Check = {
  id: 'test-mail',
  async run({ settings: { mailFrom, smtpUrl }, testMail: to }) {
    if (to === null) return { skipped: 'no --test-mail' };
    if (smtpUrl === null || mailFrom === null)
      return { skipped: 'LATCHKEY_SMTP_URL or LATCHKEY_MAIL_FROM is not set' };
    const failure = await checkSmtp({ url: smtpUrl, mail: { from: mailFrom, to } });
    return failure === null ? [] : [error(describe(failure))];
  },
};

/**
 * Explains an error code of the mail client, with the server's number. Leaves out the server's own text, because it may
 * quote the recipient.
 */
function describe({ code, responseCode }: { code: string | null; responseCode: number | null }): string {
  const number = responseCode === null ? '' : ` (${responseCode})`;
  if (code === 'EAUTH') return `The mail server refuses user or password${number}. Check LATCHKEY_SMTP_URL.`;
  if (code === 'EENVELOPE')
    return `The mail server refuses the sender or the recipient${number}. Check LATCHKEY_MAIL_FROM: its domain must be one that the server may send for.`;
  if (code === 'ETLS' || code === 'ESOCKET')
    return 'The mail server does not speak TLS as LATCHKEY_SMTP_URL says, or does not answer. smtps:// is for port 465, smtp:// for 587.';
  return `The mail server does not answer${number}. Check host and port of LATCHKEY_SMTP_URL, and whether this machine may connect to them.`;
}
