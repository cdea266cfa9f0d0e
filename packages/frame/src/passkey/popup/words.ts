/** The words of the passkey page, in the languages of the modal. */
export interface Words {
  readonly create: string;
  readonly createDetail: string;
  readonly use: string;
  readonly useDetail: string;
  readonly next: string;
  readonly failed: string;
  readonly lost: string;
  /** What the passkey is called in the person's list. */
  readonly name: string;
}

const en: Words = {
  create: 'Add a passkey to your wallet',
  createDetail: 'It opens your wallet in a new browser, after you log in.',
  use: 'Open your wallet with a passkey',
  useDetail: 'Use the passkey that you added to your wallet.',
  next: 'Continue',
  failed: 'That did not work. Try again, or use another passkey.',
  lost: 'The page that opened this one is gone. Close this window and try again there.',
  name: 'Wallet recovery',
};

const de: Words = {
  create: 'Der Wallet einen Passkey hinzufügen',
  createDetail: 'Er öffnet Ihre Wallet in einem neuen Browser, nachdem Sie sich angemeldet haben.',
  use: 'Die Wallet mit einem Passkey öffnen',
  useDetail: 'Verwenden Sie den Passkey, den Sie Ihrer Wallet hinzugefügt haben.',
  next: 'Weiter',
  failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal oder mit einem anderen Passkey.',
  lost: 'Die Seite, die dieses Fenster geöffnet hat, ist nicht mehr da. Schließen Sie es und versuchen Sie es dort noch einmal.',
  name: 'Wallet-Wiederherstellung',
};

const es: Words = {
  create: 'Añade una llave de acceso a tu wallet',
  createDetail: 'Abre tu wallet en un navegador nuevo, después de iniciar sesión.',
  use: 'Abre tu wallet con una llave de acceso',
  useDetail: 'Usa la llave de acceso que añadiste a tu wallet.',
  next: 'Continuar',
  failed: 'No ha funcionado. Inténtalo de nuevo o usa otra llave de acceso.',
  lost: 'La página que abrió esta ventana ya no está. Ciérrala e inténtalo allí de nuevo.',
  name: 'Recuperación de la wallet',
};

const ja: Words = {
  create: 'ウォレットにパスキーを追加',
  createDetail: 'ログイン後、新しいブラウザでウォレットを開けるようになります。',
  use: 'パスキーでウォレットを開く',
  useDetail: 'ウォレットに追加したパスキーを使ってください。',
  next: '続ける',
  failed: 'うまくいきませんでした。もう一度試すか、別のパスキーを使ってください。',
  lost: '元のページが見つかりません。このウィンドウを閉じて、もう一度お試しください。',
  name: 'ウォレットの復元',
};

const ar: Words = {
  create: 'أضف مفتاح مرور إلى محفظتك',
  createDetail: 'يفتح محفظتك في متصفح جديد بعد تسجيل الدخول.',
  use: 'افتح محفظتك بمفتاح مرور',
  useDetail: 'استخدم مفتاح المرور الذي أضفته إلى محفظتك.',
  next: 'متابعة',
  failed: 'لم ينجح ذلك. حاول مرة أخرى أو استخدم مفتاح مرور آخر.',
  lost: 'الصفحة التي فتحت هذه النافذة لم تعد موجودة. أغلق النافذة وحاول من هناك مرة أخرى.',
  name: 'استعادة المحفظة',
};

const languages: Readonly<Record<string, Words>> = { ar, de, en, es, ja };

/** The words of a language (BCP 47), English where there are none. */
export const wordsOf = (language: string): Words => languages[language.slice(0, 2).toLowerCase()] ?? en;
