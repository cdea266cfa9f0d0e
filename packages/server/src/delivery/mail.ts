import { encodeWords, foldLines } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';
import { randomId } from '../crypto/index.ts';
import type { Clock, Random } from '../world.ts';
import type { MailMessage } from './messages.ts';

/** A letter as SMTP takes it. */
export interface Mail {
  /** Its `Message-ID`, without the angle brackets. */
  readonly id: string;
  readonly envelope: { readonly from: string; readonly to: string };
  /** Headers and body, every line ended by CRLF. */
  readonly content: string;
}

/** Lines of printable ASCII that may travel as they are (RFC 5322 §2.1.1). */
const travelsAsItIs = /^[\t\x20-\x7e]{0,998}(?:\r\n[\t\x20-\x7e]{0,998})*$/;
/** What would end a header or the address in it, and begin another one. */
const breaksHeader = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;
const address = /^[^\s<>\p{Cc}]+@[^\s<>\p{Cc}]+$/u;

/**
 * Makes a composer of letters: text and HTML as `multipart/alternative` (RFC 5322, RFC 2046 §5.1.4). What is hard in one
 * (words beyond ASCII, folding, quoted-printable, the sender's address) is Nodemailer's. Its own composer would do the
 * rest, too: it builds a tree and sends it through a chain of streams, at 150 to 180 µs of CPU a letter against 11 here.
 * A whole login takes about 1,100, and the login bench has no such seventh to spare (4.8 of its 5 × the peer).
 *
 * @param from such as `Latchkey <login@example.com>`
 * @throws Error when `from` holds no address; the composer, when `to` is none
 */
export function createComposer(
  from: string,
  { clock, random }: { clock: Clock; random: Random },
): (message: MailMessage) => Mail {
  const sender = new MimeNode('text/plain').setHeader('from', from);
  const fromAddress = sender.getEnvelope().from;
  const fromHeader = /^From: .*(?:\r\n[ \t].*)*/im.exec(sender.buildHeaders())?.[0];
  if (!fromAddress || !fromHeader) throw new Error('The sender of the mails holds no address');
  const host = fromAddress.slice(fromAddress.lastIndexOf('@') + 1);

  return ({ to, subject, text, html }) => {
    if (!address.test(to)) throw new Error('The recipient is no address');
    // Random, so that no text can hold it; letters and digits need no quotes anywhere.
    const unique = randomId(random);
    const id = `${unique}@${host}`;
    const words = encodeWords(subject.replace(breaksHeader, ' '), 'Q', 52);
    const content = [
      fromHeader,
      `To: <${to}>`,
      foldLines(`Subject: ${words}`, 76),
      `Message-ID: <${id}>`,
      `Date: ${new Date(clock.now()).toUTCString().replace('GMT', '+0000')}`,
      // No holiday notes in answer to it (RFC 3834 §5).
      'Auto-Submitted: auto-generated',
      'MIME-Version: 1.0',
      `Content-Type: multipart/alternative; boundary="${unique}"`,
      '',
      `--${unique}`,
      toPart('text/plain', text),
      `--${unique}`,
      toPart('text/html', html),
      `--${unique}--`,
      '',
    ].join('\r\n');
    return { id, envelope: { from: fromAddress, to }, content };
  };
}

function toPart(type: string, text: string): string {
  const lines = text.replace(/\r\n?|\n/g, '\r\n');
  const isPlain = travelsAsItIs.test(lines);
  return [
    `Content-Type: ${type}; charset=utf-8`,
    `Content-Transfer-Encoding: ${isPlain ? '7bit' : 'quoted-printable'}`,
    '',
    isPlain ? lines : wrap(encode(lines)),
  ].join('\r\n');
}
