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
  copyKey: 'Copy key',
  copyPhrase: 'Copy phrase',
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
  exitKit: 'Notfall-Datei sichern',
  kitHint:
    'Eine Datei, die Ihre Wallet auch ohne uns öffnet. Sie hat ein eigenes Passwort: Ohne dieses ist sie nutzlos.',
  password: 'Passwort',
  repeat: 'Passwort wiederholen',
  makeKit: 'Datei erstellen',
  cancel: 'Abbrechen',
  working: 'Die Datei wird versiegelt …',
  kitReady: 'Ihre Datei ist fertig. Bewahren Sie Datei und Passwort getrennt auf.',
  saveFile: 'Datei speichern',
  tooShort: 'Das Passwort braucht mindestens 10 Zeichen.',
  notSame: 'Die Passwörter stimmen nicht überein.',
  loginTooOld: 'Ihre Anmeldung ist dafür zu alt. Melden Sie sich ab, wieder an und versuchen Sie es erneut.',
  tooMany: 'Zu viele Versuche. Warten Sie eine Minute.',
  failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
};

const es: Words = {
  title: 'Extraer tu clave',
  showKey: 'Mostrar la clave privada',
  showPhrase: 'Mostrar la frase de recuperación',
  copyKey: 'Copiar clave',
  copyPhrase: 'Copiar frase',
  key: 'Clave privada',
  phrase: 'Frase de recuperación',
  copy: 'Copiar',
  copied: 'Copiado',
  copyByHand: 'Selecciónala y cópiala a mano: este navegador no permite copiar a la página.',
  hide: 'Ocultar',
  exitKit: 'Guardar kit de salida',
  kitHint:
    'Un archivo que abre tu wallet incluso sin nosotros. Tiene su propia contraseña: sin ella no sirve de nada.',
  password: 'Contraseña',
  repeat: 'Repetir contraseña',
  makeKit: 'Crear el kit',
  cancel: 'Cancelar',
  working: 'Sellando el kit…',
  kitReady: 'Tu kit está listo. Guarda el archivo y la contraseña por separado.',
  saveFile: 'Guardar el archivo',
  tooShort: 'La contraseña necesita al menos 10 caracteres.',
  notSame: 'Las contraseñas no coinciden.',
  loginTooOld:
    'Tu inicio de sesión es demasiado antiguo para esto. Cierra sesión, vuelve a entrar e inténtalo de nuevo.',
  tooMany: 'Demasiados intentos. Espera un minuto.',
  failed: 'No ha funcionado. Inténtalo de nuevo.',
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
  exitKit: '退避キットを保存',
  kitHint:
    '当社がなくてもウォレットを開けるファイルです。専用のパスワードで封印され、パスワードがなければ使えません。',
  password: 'パスワード',
  repeat: 'パスワード（確認）',
  makeKit: 'キットを作成',
  cancel: 'キャンセル',
  working: 'キットを封印しています…',
  kitReady: 'キットの準備ができました。ファイルとパスワードは別々に保管してください。',
  saveFile: 'ファイルを保存',
  tooShort: 'パスワードは 10 文字以上にしてください。',
  notSame: 'パスワードが一致しません。',
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
  exitKit: 'حفظ حزمة الخروج',
  kitHint: 'ملف يفتح محفظتك حتى من دوننا. هو مختوم بكلمة مرور خاصة به، ومن دونها لا فائدة منه.',
  password: 'كلمة المرور',
  repeat: 'كلمة المرور مرة أخرى',
  makeKit: 'إنشاء الحزمة',
  cancel: 'إلغاء',
  working: 'جارٍ ختم الحزمة…',
  kitReady: 'حزمتك جاهزة. احفظ الملف وكلمة المرور في مكانين مختلفين.',
  saveFile: 'حفظ الملف',
  tooShort: 'تحتاج كلمة المرور إلى 10 أحرف على الأقل.',
  notSame: 'كلمتا المرور غير متطابقتين.',
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
