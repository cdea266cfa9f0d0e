import { ar, de, es, ja } from './translations.ts';

/** The words of the export page, in the languages of the modal. */
export interface Words {
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
  readonly tooMany: string;
  readonly failed: string;
}

const en: Words = {
  title: 'Take out your key',
  showKey: 'Show private key',
  showPhrase: 'Show recovery phrase',
  copyKey: 'Copy private key',
  copyPhrase: 'Copy recovery phrase',
  warnKey: 'This key is your wallet. Never share it or paste it into a website.',
  warnPhrase: 'These words are your wallet. Never share them or paste them into a website.',
  againCopy: 'Press again to copy',
  againShow: 'Press again to show',
  tooSmall: 'This page needs more room.',
  key: 'Private key',
  phrase: 'Recovery phrase',
  copy: 'Copy',
  copied: 'Copied',
  copyByHand: 'Select and copy it by hand: this browser does not let the page copy.',
  hide: 'Hide',
  exitKit: 'Save an exit kit',
  kitHint: 'Opens your wallet even without us. Its own password seals it: without that it is useless.',
  password: 'Password',
  repeat: 'Password again',
  makeKit: 'Make the kit',
  cancel: 'Cancel',
  working: 'Sealing the kit …',
  kitReady: 'Your kit is ready. Keep file and password apart.',
  saveFile: 'Save the file',
  tooShort: 'The password needs at least 10 characters.',
  notSame: 'The passwords are not the same.',
  loginTooOld: 'Your login is too old for this. Log out, log in and try again.',
  tooMany: 'Too many tries. Wait a minute.',
  failed: 'That did not work. Try again.',
};

/** The words of a language; English where there are none. */
export function wordsOf(language: string): Words {
  const all: Readonly<Record<string, Words>> = { en, de, es, ja, ar };
  const name = language.slice(0, 2).toLowerCase();
  return (Object.hasOwn(all, name) ? all[name] : undefined) ?? en;
}
