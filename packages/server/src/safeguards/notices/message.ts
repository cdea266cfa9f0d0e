import { toPlainLine } from '@latchkey/wire';
import type { MailMessage } from '../../delivery/index.ts';
import type { AddressType } from '../../users/index.ts';
import type { NoticeKind } from '../table.ts';
import { noticesEn as texts } from './generated/en.ts';

/** The other app that a notice is about, and the page on which the user ends its connection. */
export interface OtherApp {
  readonly name: string;
  readonly link: string | null;
}

interface NoticeTexts {
  readonly subject: (values: { app: string; other: string }) => string;
  readonly what: string;
  readonly brief: string;
  readonly advice?: string;
  readonly adviceWithLink?: (values: { link: string }) => string;
  readonly briefAdvice?: string;
}

/** Any notice but that of an address's removal, which has texts of its own. */
export type UserNotice = Exclude<NoticeKind, 'user.address_removed'>;

const kinds: Readonly<Record<UserNotice, NoticeTexts>> = texts.kinds;

const aboutAccount: readonly UserNotice[] = [
  'user.linked_account',
  'user.sessions_ended',
  'user.transferred_account',
  'user.unlinked_account',
  'user.updated_account',
];
const adviceOf = (kind: UserNotice) => (aboutAccount.includes(kind) ? texts.account : texts.wallet);

const anotherApp: OtherApp = { name: texts.anotherApp, link: null };

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const toMinute = (atMs: number) => `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Writes the mail of a notice.
 *
 * @param facts.atMs time of the event, Unix ms
 */
export function composeNotice(
  kind: UserNotice,
  facts: { appName: string; atMs: number; other?: OtherApp },
): Omit<MailMessage, 'to'> {
  const { subject, what, advice = adviceOf(kind).advice, adviceWithLink } = kinds[kind];
  const app = toPlainLine(facts.appName);
  const { name, link } = facts.other ?? anotherApp;
  const other = toPlainLine(name);
  const lines = [
    texts.app({ app }),
    ...(facts.other ? [texts.connectedApp({ other })] : []),
    texts.time({ time: toMinute(facts.atMs) }),
  ];
  return toMailMessage(subject({ app, other }), [
    what,
    lines.join('\n'),
    adviceWithLink && link !== null ? adviceWithLink({ link }) : advice,
  ]);
}

export interface RemovalFacts {
  readonly appName: string;
  readonly atMs: number;
  readonly type: AddressType;
  readonly isReplaced: boolean;
  readonly reference: string;
  readonly canUndo: boolean;
  /** Page on which to undo it; null if it cannot be undone, or if no page of the app is known. */
  readonly link: string | null;
}

/** Writes the mail to an address that was removed from its user. */
export function composeRemoval(facts: RemovalFacts): Omit<MailMessage, 'to'> {
  const { atMs, canUndo, isReplaced, link, reference } = facts;
  const { removal } = texts;
  const app = toPlainLine(facts.appName);
  const undo = link === null ? removal.undo : removal.undoAtLink({ link });
  return toMailMessage(removal.subject({ app }), [
    isReplaced ? removal.replaced : removal.removed,
    `${texts.app({ app })}\n${texts.time({ time: toMinute(atMs) })}`,
    removal.you,
    ...(canUndo ? [undo] : []),
    (canUndo ? removal.supportAfterUndo : removal.support)({ reference }),
    removal.later,
  ]);
}

/** Writes the SMS to a phone number that was removed from its user. */
export function composeBriefRemoval({ appName, atMs, canUndo, link, reference }: RemovalFacts): string {
  const { brief, briefUndo, briefSupport } = texts.removal;
  const how = canUndo && link !== null ? briefUndo({ link }) : briefSupport({ reference });
  return brief({ app: toBrief(appName), time: toMinute(atMs), how });
}

function toMailMessage(subject: string, lines: readonly string[]): Omit<MailMessage, 'to'> {
  return {
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line).replaceAll('\n', '<br>')}</p>`).join('\n'),
  };
}

/** Writes the SMS of a notice. @param facts.atMs time of the event, Unix ms */
export function composeBriefNotice(kind: UserNotice, facts: { appName: string; atMs: number }): string {
  const { brief: what, briefAdvice: advice = adviceOf(kind).briefAdvice } = kinds[kind];
  return texts.brief({ app: toBrief(facts.appName), what, time: toMinute(facts.atMs), advice });
}

/**
 * Shortens a name and removes its line breaks and control characters, which could imitate the last line of an SMS
 * with a code.
 */
const toBrief = (appName: string) => toPlainLine(appName).slice(0, 30);
