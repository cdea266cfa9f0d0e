import type { MailMessage } from '../../delivery/index.ts';
import type { NoticeKind } from '../table.ts';

interface NoticeText {
  readonly subject: (appName: string) => string;
  /** What happened, in a letter. */
  readonly what: string;
  /** The same in the few words that an SMS has room for. */
  readonly brief: string;
  /** What to do. @default what somebody does whose wallet may be known to others */
  readonly advice?: string;
  readonly briefAdvice?: string;
}

const accountAdvice = {
  advice:
    'If this was you, there is nothing to do. If it was not, log in, end your other sessions, remove what you do not know from your account, and secure your email account.',
  briefAdvice: 'Not you? Log in, end other sessions and check your account.',
} as const;

/** What the user is told at an address that they have, or had. The removal of an address is told there in words of its own. */
export type UserNotice = Exclude<NoticeKind, 'user.address_removed'>;

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
  'user.change_undone': {
    subject: (appName) => `A change to your ${appName} account was undone`,
    what: 'An address that had been removed from your account was put back, by a code sent there. Every browser was logged out. For 24 hours your wallet stays closed and your account cannot be changed.',
    brief: 'a change to your account was undone and everybody logged out',
    advice: `If this was not you, write to the people behind the app now: nothing can be moved before the 24 hours are over. If it was you, log in again, and remove what you do not know from your account once they are.`,
    briefAdvice: 'Not you? Write to the app now: nothing moves for 24 hours.',
  },
  'user.linked_account': {
    subject: (appName) => `A way to log in was added to your ${appName} account`,
    what: 'An address, passkey or other account was added to your account. Whoever has it can log in as you.',
    brief: 'a way to log in was added to your account',
    ...accountAdvice,
  },
  'user.sessions_ended': {
    subject: (appName) => `You were logged out of ${appName} in other browsers`,
    what: 'Somebody who is logged in as you ended your sessions in other browsers. There you have to log in again.',
    brief: 'you were logged out in other browsers',
    ...accountAdvice,
  },
  'user.transferred_account': {
    subject: (appName) => `A way to log in was moved to your ${appName} account`,
    what: 'An account that another user of the app had was moved to yours. Whoever has it can log in as you.',
    brief: 'a way to log in was moved to your account',
    ...accountAdvice,
  },
  'user.unlinked_account': {
    subject: (appName) => `A way to log in was removed from your ${appName} account`,
    what: 'An address, passkey or other account was removed from your account. It no longer logs you in.',
    brief: 'a way to log in was removed from your account',
    ...accountAdvice,
  },
  'user.updated_account': {
    subject: (appName) => `An address of your ${appName} account was changed`,
    what: 'An email address or phone number of your account was replaced by another one. The old one no longer logs you in.',
    brief: 'an address of your account was changed',
    ...accountAdvice,
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
} satisfies Record<UserNotice, NoticeText>;

const walletAdvice =
  'If this was you, there is nothing to do. If it was not, log out everywhere you can, secure your e-mail account and move what the wallet holds to a new wallet: the key may be known to somebody else.';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const toMinute = (atMs: number) => `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Writes the letter of a notice.
 *
 * @param facts.atMs when it happened, Unix ms
 */
export function composeNotice(
  kind: UserNotice,
  facts: { appName: string; atMs: number },
): Omit<MailMessage, 'to'> {
  const { subject, what, advice = walletAdvice }: NoticeText = texts[kind];
  const lines = [what, `App: ${facts.appName}\nTime: ${toMinute(facts.atMs)}`, advice];
  return toLetter(subject(toHeader(facts.appName)), lines);
}

/** What the letter and the SMS to a removed address say. */
export interface RemovalFacts {
  readonly appName: string;
  readonly atMs: number;
  readonly type: 'email' | 'phone';
  readonly isReplaced: boolean;
  /** What the person names to the app's people. */
  readonly reference: string;
  /** Whether the removal can be undone. */
  readonly canUndo: boolean;
  /** Where; null where no page of the app is known. */
  readonly link: string | null;
}

/** Writes the letter to an address that was removed from its user. */
export function composeRemoval(facts: RemovalFacts): Omit<MailMessage, 'to'> {
  const { appName, atMs, canUndo, isReplaced, link, reference } = facts;
  const what = `This email address was removed from your account${isReplaced ? ', and another one took its place' : ''}. It no longer logs you in.`;
  const how = link === null ? '' : ` Open this page of the app:\n\n${link}\n\n`;
  const undo = `If this was not you, undo it within seven days.${how}${how ? 'The page' : ' The app'} sends a code to this address; nothing changes before you have typed it there. Undoing puts this address back, logs out every browser, and keeps wallet and account as they are for 24 hours.`;
  const support = `${canUndo ? 'If the page does not offer to undo it' : 'If this was not you'}, write to the people behind the app and name this reference: ${reference}`;
  const lines = [
    what,
    `App: ${appName}\nTime: ${toMinute(atMs)}`,
    'If this was you, there is nothing to do.',
    ...(canUndo ? [undo] : []),
    support,
    'For seven days you are told here, too, what happens to the wallet.',
  ];
  return toLetter(`Your email address was removed from your ${toHeader(appName)} account`, lines);
}

/** Writes the same as an SMS to a number. */
export function composeBriefRemoval({ appName, atMs, canUndo, link, reference }: RemovalFacts): string {
  const how = canUndo && link !== null ? `Undo: ${link}` : `Tell the app, reference ${reference}`;
  return `${toBrief(appName)}: this number was removed from your account, ${toMinute(atMs)}. Not you? ${how}`;
}

/** An app's name must not begin a header of its own (RFC 5322 §2.2). */
const toHeader = (appName: string) => appName.replace(/\s+/g, ' ');

function toLetter(subject: string, lines: readonly string[]): Omit<MailMessage, 'to'> {
  return {
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line).replaceAll('\n', '<br>')}</p>`).join('\n'),
  };
}

/** Writes the same as an SMS. @param facts.atMs when it happened, Unix ms */
export function composeBriefNotice(kind: UserNotice, facts: { appName: string; atMs: number }): string {
  const { brief, briefAdvice = 'Not you? Move what it holds to a new wallet.' }: NoticeText = texts[kind];
  return `${toBrief(facts.appName)}: ${brief}, ${toMinute(facts.atMs)}. ${briefAdvice}`;
}

/** Line breaks and control characters of a name could pass for the last line of a code's message. */
const toBrief = (appName: string) =>
  appName
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 30);
