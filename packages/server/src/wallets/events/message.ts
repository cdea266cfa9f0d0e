import type { MailMessage } from '../../delivery/index.ts';
import type { NoticeKind } from '../table.ts';

const texts = {
  'wallet.recovered': {
    subject: (appName: string) => `Your ${appName} wallet was opened in a new browser`,
    what: 'Your wallet was recovered in a browser that had not opened it before.',
  },
  'session.key_added': {
    subject: (appName: string) => `Your ${appName} session is used from a second place`,
    what: 'A session of yours was used for wallet requests by a second browser key. Private windows and blocked storage do that; so does somebody who copied your session.',
  },
} satisfies Record<NoticeKind, { subject: (appName: string) => string; what: string }>;

const advice =
  'If this was you, there is nothing to do. If it was not, log out everywhere you can, secure your e-mail account and move what the wallet holds to a new wallet: the key may be known to somebody else.';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

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
  const when = `${new Date(facts.atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const lines = [what, `App: ${facts.appName}\nTime: ${when}`, advice];
  // An app's name must not begin a header of its own (RFC 5322 §2.2).
  const appName = facts.appName.replace(/\s+/g, ' ');
  return {
    subject: subject(appName),
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line).replaceAll('\n', '<br>')}</p>`).join('\n'),
  };
}
