import { createTransport } from 'nodemailer';

/** Longest time for each step with the mail server, in ms. */
const longestMs = 10_000;

/** Failure of a mail server, without its text, in which servers quote the recipient. */
export interface SmtpFailure {
  readonly code: string | null;
  readonly responseCode: number | null;
}

/**
 * Connects to a mail server and logs in, for the operator's checks. With `mail`, sends a test mail as well.
 *
 * @param input `url` such as `smtps://user:password@mail.example.com`
 * @returns the failure, or null
 */
export async function checkSmtp(input: {
  url: string;
  mail?: { from: string; to: string };
}): Promise<SmtpFailure | null> {
  const transport = createTransport({
    url: input.url,
    connectionTimeout: longestMs,
    greetingTimeout: longestMs,
    socketTimeout: longestMs,
    dnsTimeout: longestMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    if (input.mail === undefined) await transport.verify();
    else {
      const { from, to } = input.mail;
      await transport.sendMail({
        from,
        // An object is never parsed as a list of recipients.
        to: { name: '', address: to },
        subject: 'Test mail from Latchkey',
        text: '`latchkey doctor` sent this mail. Mails of this service arrive here.',
      });
    }
    return null;
  } catch (error) {
    const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
    return {
      code: typeof code === 'string' ? code : null,
      responseCode: typeof responseCode === 'number' ? responseCode : null,
    };
  } finally {
    transport.close();
  }
}
