import type { MailMessage } from '../../delivery/index.ts';
import type { NoticeKind } from '../table.ts';

interface NoticeText {
  readonly subject: (appName: string) => string;
  /** What happened, in a letter. */
  readonly what: string;
  /** The same in the few words that an SMS has room for. */
  readonly brief: string;
}

const texts = {
  'device.revoked': {
    subject: (appName) => `A browser was removed from your ${appName} wallet`,
    what: 'One of the browsers that hold a part of your wallet was removed. It can no longer open the wallet until somebody logs in there again. What such a browser was used for before stays done: if somebody else had it in their hands, move what the wallet holds to a new wallet.',
    brief: 'a browser was removed from your wallet',
  },
  'session.key_added': {
    subject: (appName) => `Your ${appName} session is used from a second place`,
    what: 'A session of yours was used for wallet requests by a second browser key. Private windows and blocked storage do that; so does somebody who copied your session.',
    brief: 'your session is used from a second place',
  },
  'wallet.exported': {
    subject: (appName) => `The key of your ${appName} wallet was shown`,
    what: 'The private key, the recovery phrase or an exit kit of your wallet was opened for export. Whoever has the key or the phrase has the wallet, for ever.',
    brief: 'the key of your wallet was shown for export',
  },
  'wallet.passkey_added': {
    subject: (appName) => `A passkey was added to your ${appName} wallet`,
    what: 'A passkey was added that opens your wallet in a new browser. Whoever has it, and a login of yours, has the wallet.',
    brief: 'a passkey that opens your wallet was added',
  },
  'wallet.passkey_removed': {
    subject: (appName) => `A passkey was removed from your ${appName} wallet`,
    what: 'A passkey was removed that opened your wallet in a new browser. It no longer does.',
    brief: 'a passkey that opened your wallet was removed',
  },
  'wallet.recovered': {
    subject: (appName) => `Your ${appName} wallet was opened in a new browser`,
    what: 'Your wallet was recovered in a browser that had not opened it before.',
    brief: 'your wallet was opened in a new browser',
  },
  'wallet.recovery_changed': {
    subject: (appName) => `The recovery of your ${appName} wallet was changed`,
    what: 'The way in which your wallet is recovered in a new browser was changed. The earlier one no longer opens it.',
    brief: 'the recovery of your wallet was changed',
  },
  'wallet.recovery_refused': {
    subject: (appName) => `Wrong recovery passwords for your ${appName} wallet`,
    what: 'Somebody who is logged in as you tried several wrong passwords to recover your wallet. Further tries have to wait.',
    brief: 'somebody tried wrong passwords to recover your wallet',
  },
} satisfies Record<NoticeKind, NoticeText>;

const advice =
  'If this was you, there is nothing to do. If it was not, log out everywhere you can, secure your e-mail account and move what the wallet holds to a new wallet: the key may be known to somebody else.';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const toMinute = (atMs: number) => `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Writes the letter of a notice.
 *
 * @param facts.atMs when it happened, Unix ms
 */
export function composeNotice(
  kind: NoticeKind,
  facts: { appName: string; atMs: number },
): Omit<MailMessage, 'to'> {
  const { subject, what } = texts[kind];
  const lines = [what, `App: ${facts.appName}\nTime: ${toMinute(facts.atMs)}`, advice];
  // An app's name must not begin a header of its own (RFC 5322 §2.2).
  const appName = facts.appName.replace(/\s+/g, ' ');
  return {
    subject: subject(appName),
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line).replaceAll('\n', '<br>')}</p>`).join('\n'),
  };
}

/** Writes the same as an SMS. @param facts.atMs when it happened, Unix ms */
export function composeBriefNotice(kind: NoticeKind, facts: { appName: string; atMs: number }): string {
  // Line breaks and control characters of a name could pass for the last line of a code's message.
  const appName = facts.appName
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 30);
  return `${appName}: ${texts[kind].brief}, ${toMinute(facts.atMs)}. Not you? Move what it holds to a new wallet.`;
}
