import { toPlainLine } from '@latchkey/wire';
import type { MailMessage } from '../../delivery/index.ts';
import type { AddressType } from '../../users/index.ts';
import type { NoticeKind } from '../table.ts';

/** The other app that a notice is about, and the page where a person ends its connection. */
export interface OtherApp {
  readonly name: string;
  readonly link: string | null;
}

interface NoticeText {
  readonly subject: (appName: string, other: OtherApp) => string;
  /** What happened, in a letter. */
  readonly what: string;
  /** The same in the few words that an SMS has room for. */
  readonly brief: string;
  /** What to do. @default what to do when others may know the wallet's key */
  readonly advice?: string | ((other: OtherApp) => string);
  readonly briefAdvice?: string;
}

const accountAdvice = {
  advice:
    "If this was you, you don't need to do anything. If it wasn't, log in, log out your other sessions, remove anything you don't recognize from your account and secure your email account.",
  briefAdvice: 'Not you? Log in and check your account and sessions.',
} as const;

/** What the user is told at an address that they have, or had. The removal of an address is told there in words of its own. */
export type UserNotice = Exclude<NoticeKind, 'user.address_removed'>;

const texts = {
  'cross_app.connected': {
    subject: (appName, { name }) => `${name} can now ask for signatures of your ${appName} wallet`,
    what: 'Your wallet was connected to another app. That app sees your wallet addresses and can ask you for signatures. Each request is shown to you, and nothing is signed unless you approve it.',
    brief: 'another app can now ask for signatures of your wallet',
    advice: ({ link }) =>
      `If this was you, you don't need to do anything. If it wasn't, end the connection${link === null ? '' : ` at ${link}`}, log out everywhere and secure your email account.`,
    briefAdvice: 'Not you? End the connection.',
  },
  'device.revoked': {
    subject: (appName) => `A browser was removed from your ${appName} wallet`,
    what: 'A browser that could open your wallet was removed. It can no longer open the wallet until someone logs in there again. This does not undo anything that was done there before. If someone else may have used that browser, move your assets to a new wallet.',
    brief: 'a browser was removed from your wallet',
  },
  'mfa.disabled': {
    subject: (appName) => `A second factor was removed from your ${appName} account`,
    what: 'An authenticator app, a phone number or a passkey no longer protects your wallet. If it was the only second factor, anyone who can log in as you can use the wallet.',
    brief: 'a second factor was removed from your account',
    advice:
      "If this was you, you don't need to do anything. If it wasn't, someone has your second factor: move your assets to a new wallet now.",
  },
  'mfa.enabled': {
    subject: (appName) => `A second factor was added to your ${appName} account`,
    what: 'An authenticator app, a phone number or a passkey was added. From now on, it is needed to use your wallet in a browser that has not verified it.',
    brief: 'a second factor was added to your account',
    advice:
      "If this was you, you don't need to do anything. If it wasn't, contact the app's support now: someone else could lock you out of your wallet.",
    briefAdvice: 'Not you? Contact the app now.',
  },
  'mfa.fallback_used': {
    subject: (appName) => `Your ${appName} account was accessed without your second factor`,
    what: 'A backup code, your recovery password or your wallet passkey was used in place of your second factor. It opens the wallet or changes your second factors.',
    brief: 'your second factor was bypassed by a backup code or recovery',
    briefAdvice: 'Not you? Move your assets.',
  },
  'mfa.removal_cancelled': {
    subject: (appName) => `Your ${appName} second factors stay on`,
    what: 'The request to remove all second factors from your account was canceled. They protect your wallet as before.',
    brief: 'your second factors stay on',
    advice: "If you didn't cancel it, you don't need to do anything: nothing was removed.",
    briefAdvice: 'Nothing was removed.',
  },
  'mfa.removal_pending': {
    subject: (appName) => `Your ${appName} second factors are about to be removed`,
    what: 'Someone logged in to your account asked to remove all your second factors. Unless it is canceled, they are removed when the waiting time is over, and a login alone then opens your wallet.',
    brief: 'your second factors are about to be removed',
    advice:
      "If this was you, wait. If it wasn't, cancel it now in a browser where you were already logged in, or by using a second factor, and secure your email account.",
    briefAdvice: 'Not you? Log in with your second factor now.',
  },
  'session.key_added': {
    subject: (appName) => `Your ${appName} session is being used in a second place`,
    what: 'One of your sessions made wallet requests with a second browser key. Private windows and blocked storage can cause this. So can someone who copied your session.',
    brief: 'your session is being used in a second place',
  },
  'user.change_undone': {
    subject: (appName) => `A change to your ${appName} account was undone`,
    what: "An address that had been removed from your account was restored with a code sent to that address. Every browser was logged out. For 24 hours, your wallet is locked and your account can't be changed.",
    brief: 'a change to your account was undone',
    advice:
      "If this wasn't you, contact the app's support now: nothing can be moved during these 24 hours. If it was you, log in again and, once the 24 hours are over, remove anything you don't recognize from your account.",
    briefAdvice: 'Not you? Contact the app now: nothing moves for 24 hours.',
  },
  'user.linked_account': {
    subject: (appName) => `A way to log in was added to your ${appName} account`,
    what: 'An email address, phone number, passkey or other account was linked to your account. Anyone who has it can log in as you.',
    brief: 'a way to log in was added to your account',
    ...accountAdvice,
  },
  'user.sessions_ended': {
    subject: (appName) => `You were logged out of ${appName} in other browsers`,
    what: 'Someone logged in to your account logged out your other browsers. To use them, log in again.',
    brief: 'you were logged out in other browsers',
    ...accountAdvice,
  },
  'user.transferred_account': {
    subject: (appName) => `A way to log in was moved to your ${appName} account`,
    what: 'A login that belonged to another user of this app was moved to your account. Anyone who has it can log in as you.',
    brief: 'a way to log in was moved to your account',
    ...accountAdvice,
  },
  'user.unlinked_account': {
    subject: (appName) => `A way to log in was removed from your ${appName} account`,
    what: 'An email address, phone number, passkey or other account was removed from your account. You can no longer log in with it.',
    brief: 'a way to log in was removed from your account',
    ...accountAdvice,
  },
  'user.updated_account': {
    subject: (appName) => `An address on your ${appName} account was changed`,
    what: 'An email address or phone number on your account was replaced. You can no longer log in with the old one.',
    brief: 'an address on your account was changed',
    ...accountAdvice,
  },
  'wallet.exported': {
    subject: (appName) => `The private key of your ${appName} wallet was exported`,
    what: 'The private key, recovery phrase or exit kit of your wallet was exported. Anyone who has the key or the phrase controls the wallet permanently.',
    brief: 'the private key of your wallet was exported',
  },
  'wallet.passkey_added': {
    subject: (appName) => `A passkey was added to your ${appName} wallet`,
    what: 'A passkey that opens your wallet in a new browser was added. Anyone who has this passkey and can log in as you controls the wallet.',
    brief: 'a passkey that opens your wallet was added',
  },
  'wallet.passkey_removed': {
    subject: (appName) => `A passkey was removed from your ${appName} wallet`,
    what: 'A passkey that opened your wallet in a new browser was removed. It can no longer open the wallet.',
    brief: 'a passkey that opened your wallet was removed',
  },
  'wallet.recovered': {
    subject: (appName) => `Your ${appName} wallet was opened in a new browser`,
    what: 'Your wallet was recovered in a browser that had not opened it before.',
    brief: 'your wallet was opened in a new browser',
  },
  'wallet.recovery_changed': {
    subject: (appName) => `The recovery method of your ${appName} wallet was changed`,
    what: 'The method that recovers your wallet in a new browser was changed. The previous one no longer works.',
    brief: 'the recovery method of your wallet was changed',
  },
  'wallet.recovery_refused': {
    subject: (appName) => `Wrong recovery passwords for your ${appName} wallet`,
    what: 'Someone logged in to your account entered several wrong recovery passwords for your wallet. Further attempts are blocked for a while.',
    brief: 'someone tried wrong passwords to recover your wallet',
  },
} satisfies Record<UserNotice, NoticeText>;

const walletAdvice =
  "If this was you, you don't need to do anything. If it wasn't, log out everywhere, secure your email account and move your assets to a new wallet: someone else may know the key.";

/** One whose connection has ended since. */
const anotherApp: OtherApp = { name: 'Another app', link: null };

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const toMinute = (atMs: number) => `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Writes the letter of a notice.
 *
 * @param facts.atMs when it happened, Unix ms
 */
export function composeNotice(
  kind: UserNotice,
  facts: { appName: string; atMs: number; other?: OtherApp },
): Omit<MailMessage, 'to'> {
  const { subject, what, advice = walletAdvice }: NoticeText = texts[kind];
  const { atMs } = facts;
  const appName = toPlainLine(facts.appName);
  const other = facts.other ? { ...facts.other, name: toPlainLine(facts.other.name) } : anotherApp;
  const of = facts.other ? `\nConnected app: ${other.name}` : '';
  const told = typeof advice === 'string' ? advice : advice(other);
  const lines = [what, `App: ${appName}${of}\nTime: ${toMinute(atMs)}`, told];
  return toMailMessage(subject(appName, other), lines);
}

/** What the letter and the SMS to a removed address say. */
export interface RemovalFacts {
  readonly appName: string;
  readonly atMs: number;
  readonly type: AddressType;
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
  const { atMs, canUndo, isReplaced, link, reference } = facts;
  const appName = toPlainLine(facts.appName);
  const what = `This email address was removed from your account${isReplaced ? ' and replaced with another one' : ''}. You can no longer log in with it.`;
  const how = link === null ? '' : ` Open this page of the app:\n\n${link}\n\n`;
  const undo = `If this wasn't you, undo it within seven days.${how}${how ? 'The page' : ' The app'} sends a code to this address, and nothing changes until you enter it there. Undoing restores this address and logs out every browser. For 24 hours, the wallet is locked and the account can't be changed.`;
  const support = `${canUndo ? "If the page doesn't let you undo it" : "If this wasn't you"}, contact the app's support with this reference: ${reference}`;
  const lines = [
    what,
    `App: ${appName}\nTime: ${toMinute(atMs)}`,
    "If this was you, you don't need to do anything.",
    ...(canUndo ? [undo] : []),
    support,
    "For seven days, we'll also notify you here about activity in the wallet.",
  ];
  return toMailMessage(`Your email address was removed from your ${appName} account`, lines);
}

/** Writes the same as an SMS to a number. */
export function composeBriefRemoval({ appName, atMs, canUndo, link, reference }: RemovalFacts): string {
  const how = canUndo && link !== null ? `Undo: ${link}` : `Contact the app, reference ${reference}`;
  return `${toBrief(appName)}: this number was removed from your account, ${toMinute(atMs)}. Not you? ${how}`;
}

function toMailMessage(subject: string, lines: readonly string[]): Omit<MailMessage, 'to'> {
  return {
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line).replaceAll('\n', '<br>')}</p>`).join('\n'),
  };
}

/** Writes the same as an SMS. @param facts.atMs when it happened, Unix ms */
export function composeBriefNotice(kind: UserNotice, facts: { appName: string; atMs: number }): string {
  const { brief, briefAdvice = 'Not you? Move your assets to a new wallet.' }: NoticeText = texts[kind];
  return `${toBrief(facts.appName)}: ${brief}, ${toMinute(facts.atMs)}. ${briefAdvice}`;
}

/** Line breaks and control characters of a name could pass for the last line of a code's message. */
const toBrief = (appName: string) => toPlainLine(appName).slice(0, 30);
