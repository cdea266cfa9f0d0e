/** The words of the export page, in the languages of the modal. */
export interface Words {
  readonly title: string;
  readonly showKey: string;
  readonly showPhrase: string;
  readonly copyKey: string;
  readonly copyPhrase: string;
  readonly key: string;
  readonly phrase: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyByHand: string;
  readonly hide: string;
  readonly loginTooOld: string;
  readonly tooMany: string;
  readonly failed: string;
}

const en: Words = {
  title: 'Take out your key',
  showKey: 'Show private key',
  showPhrase: 'Show recovery phrase',
  copyKey: 'Copy key',
  copyPhrase: 'Copy phrase',
  key: 'Private key',
  phrase: 'Recovery phrase',
  copy: 'Copy',
  copied: 'Copied',
  copyByHand: 'Select and copy it by hand: this browser does not let the page copy.',
  hide: 'Hide',
  loginTooOld: 'Your login is too old for this. Log out, log in and try again.',
  tooMany: 'Too many tries. Wait a minute.',
  failed: 'That did not work. Try again.',
};

const de: Words = {
  title: 'Schlüssel entnehmen',
  showKey: 'Privaten Schlüssel anzeigen',
  showPhrase: 'Wiederherstellungswörter anzeigen',
  copyKey: 'Schlüssel kopieren',
  copyPhrase: 'Wörter kopieren',
  key: 'Privater Schlüssel',
  phrase: 'Wiederherstellungswörter',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyByHand: 'Bitte von Hand markieren und kopieren: Dieser Browser lässt die Seite nicht kopieren.',
  hide: 'Verbergen',
  loginTooOld: 'Ihre Anmeldung ist dafür zu alt. Melden Sie sich ab, wieder an und versuchen Sie es erneut.',
  tooMany: 'Zu viele Versuche. Warten Sie eine Minute.',
  failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
};

const es: Words = {
  title: 'Extraer su clave',
  showKey: 'Mostrar la clave privada',
  showPhrase: 'Mostrar la frase de recuperación',
  copyKey: 'Copiar clave',
  copyPhrase: 'Copiar frase',
  key: 'Clave privada',
  phrase: 'Frase de recuperación',
  copy: 'Copiar',
  copied: 'Copiado',
  copyByHand: 'Selecciónela y cópiela a mano: este navegador no permite copiar a la página.',
  hide: 'Ocultar',
  loginTooOld:
    'Su inicio de sesión es demasiado antiguo para esto. Cierre sesión, vuelva a entrar e inténtelo de nuevo.',
  tooMany: 'Demasiados intentos. Espere un minuto.',
  failed: 'No ha funcionado. Inténtelo de nuevo.',
};

const ja: Words = {
  title: '鍵の取り出し',
  showKey: '秘密鍵を表示',
  showPhrase: 'リカバリーフレーズを表示',
  copyKey: '鍵をコピー',
  copyPhrase: 'フレーズをコピー',
  key: '秘密鍵',
  phrase: 'リカバリーフレーズ',
  copy: 'コピー',
  copied: 'コピーしました',
  copyByHand: 'このブラウザーではページからコピーできません。選択して手動でコピーしてください。',
  hide: '隠す',
  loginTooOld: 'ログインから時間が経っています。いったんログアウトし、再度ログインしてからお試しください。',
  tooMany: '試行回数が多すぎます。1 分ほどお待ちください。',
  failed: 'うまくいきませんでした。もう一度お試しください。',
};

const ar: Words = {
  title: 'استخراج مفتاحك',
  showKey: 'إظهار المفتاح الخاص',
  showPhrase: 'إظهار عبارة الاسترداد',
  copyKey: 'نسخ المفتاح',
  copyPhrase: 'نسخ العبارة',
  key: 'المفتاح الخاص',
  phrase: 'عبارة الاسترداد',
  copy: 'نسخ',
  copied: 'تم النسخ',
  copyByHand: 'حدّده وانسخه يدويًا: لا يسمح هذا المتصفح للصفحة بالنسخ.',
  hide: 'إخفاء',
  loginTooOld: 'مضى وقت طويل على تسجيل دخولك. سجّل الخروج ثم ادخل من جديد وحاول مرة أخرى.',
  tooMany: 'محاولات كثيرة جدًا. انتظر دقيقة.',
  failed: 'لم ينجح ذلك. حاول مرة أخرى.',
};

/** The words of a language; English where there are none. */
export function wordsOf(language: string): Words {
  const all: Readonly<Record<string, Words>> = { en, de, es, ja, ar };
  const name = language.slice(0, 2).toLowerCase();
  return (Object.hasOwn(all, name) ? all[name] : undefined) ?? en;
}
