import { translations } from './translations.ts';

/** The words of the export page, in the languages of the modal. */
export interface ExportWords {
  readonly title: string;
  readonly showKey: string;
  readonly showPhrase: string;
  readonly copyKey: string;
  readonly copyPhrase: string;
  readonly warnKey: string;
  readonly warnPhrase: string;
  readonly againCopy: string;
  readonly againShow: string;
  readonly tooSmall: string;
  readonly key: string;
  readonly phrase: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyByHand: string;
  readonly hide: string;
  readonly exitKit: string;
  readonly kitHint: string;
  readonly password: string;
  readonly repeat: string;
  readonly makeKit: string;
  readonly cancel: string;
  readonly working: string;
  readonly kitReady: string;
  readonly saveFile: string;
  readonly tooShort: string;
  readonly notSame: string;
  readonly loginTooOld: string;
  readonly verifyAgain: string;
  readonly tooMany: string;
  readonly failed: string;
}

const en: ExportWords = {
  title: 'Export your private key',
  showKey: 'Show private key',
  showPhrase: 'Show recovery phrase',
  copyKey: 'Copy private key',
  copyPhrase: 'Copy recovery phrase',
  warnKey: 'Anyone who has this key controls your wallet. Never share it or enter it on a website.',
  warnPhrase: 'Anyone who has this phrase controls your wallet. Never share it or enter it on a website.',
  againCopy: 'Press again to copy',
  againShow: 'Press again to show',
  tooSmall: 'This page needs more space.',
  key: 'Private key',
  phrase: 'Recovery phrase',
  copy: 'Copy',
  copied: 'Copied',
  copyByHand: 'Your browser blocked copying. Select the text and copy it yourself.',
  hide: 'Hide',
  exitKit: 'Save an exit kit',
  kitHint:
    "A file that opens your wallet even without us. It has its own password and can't be opened without it.",
  password: 'Password',
  repeat: 'Confirm password',
  makeKit: 'Create kit',
  cancel: 'Cancel',
  working: 'Encrypting your kit…',
  kitReady: 'Your kit is ready. Store the file and the password separately.',
  saveFile: 'Save file',
  tooShort: 'Password must be at least 10 characters',
  notSame: 'Passwords do not match',
  loginTooOld: "It's been a while since you logged in. Log out, log in again and retry.",
  verifyAgain: 'Your verification has expired. Close this window and start the export again.',
  tooMany: 'Too many attempts. Try again in a minute.',
  failed: 'Something went wrong. Try again.',
};

/** The words of a language; English where there are none. */
export function exportWordsOf(language: string): ExportWords {
  const all: Readonly<Record<string, ExportWords>> = { en, ...translations };
  const name = language.slice(0, 2).toLowerCase();
  return (Object.hasOwn(all, name) ? all[name] : undefined) ?? en;
}
