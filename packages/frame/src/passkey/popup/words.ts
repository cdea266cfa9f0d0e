/** The words of the passkey page, in the languages of the modal. */
export interface PasskeyWords {
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

const en: PasskeyWords = {
  create: 'Add a passkey to your wallet',
  createDetail: 'Use it to open your wallet when you log in on a new browser.',
  use: 'Open your wallet with a passkey',
  useDetail: 'Use the passkey you added to your wallet.',
  next: 'Continue',
  failed: 'Something went wrong. Try again, or use another passkey.',
  lost: 'The page that opened this window is gone. Close this window and start again.',
  name: 'Wallet recovery',
};

const de: PasskeyWords = {
  create: 'Passkey zu Ihrer Wallet hinzufügen',
  createDetail: 'Damit öffnen Sie Ihre Wallet, wenn Sie sich in einem neuen Browser anmelden.',
  use: 'Wallet mit einem Passkey öffnen',
  useDetail: 'Verwenden Sie den Passkey, den Sie Ihrer Wallet hinzugefügt haben.',
  next: 'Weiter',
  failed: 'Etwas ist schiefgegangen. Versuchen Sie es erneut oder mit einem anderen Passkey.',
  lost: 'Die Seite, die dieses Fenster geöffnet hat, gibt es nicht mehr. Schließen Sie es und beginnen Sie von vorn.',
  name: 'Wallet-Wiederherstellung',
};

const es: PasskeyWords = {
  create: 'Añade una llave de acceso a tu wallet',
  createDetail: 'Úsala para abrir tu wallet cuando inicies sesión en un navegador nuevo.',
  use: 'Abre tu wallet con una llave de acceso',
  useDetail: 'Usa la llave de acceso que añadiste a tu wallet.',
  next: 'Continuar',
  failed: 'Algo ha salido mal. Inténtalo de nuevo o usa otra llave de acceso.',
  lost: 'La página que abrió esta ventana ya no está. Cierra la ventana y empieza de nuevo.',
  name: 'Recuperación de la wallet',
};

const ja: PasskeyWords = {
  create: 'ウォレットにパスキーを追加',
  createDetail: '新しいブラウザでログインしたとき、このパスキーでウォレットを開けます。',
  use: 'パスキーでウォレットを開く',
  useDetail: 'ウォレットに追加したパスキーを使ってください。',
  next: '続ける',
  failed: '問題が発生しました。もう一度試すか、別のパスキーを使ってください。',
  lost: '元のページが閉じられています。このウィンドウを閉じて、最初からやり直してください。',
  name: 'ウォレットの復元',
};

const ar: PasskeyWords = {
  create: 'أضف مفتاح مرور إلى محفظتك',
  createDetail: 'استخدمه لفتح محفظتك عند تسجيل الدخول من متصفح جديد.',
  use: 'افتح محفظتك بمفتاح مرور',
  useDetail: 'استخدم مفتاح المرور الذي أضفته إلى محفظتك.',
  next: 'متابعة',
  failed: 'حدث خطأ ما. حاول مرة أخرى أو استخدم مفتاح مرور آخر.',
  lost: 'الصفحة التي فتحت هذه النافذة لم تعد موجودة. أغلق النافذة وابدأ من جديد.',
  name: 'استعادة المحفظة',
};

const languages: Readonly<Record<string, PasskeyWords>> = { ar, de, en, es, ja };

/** The words of a language (BCP 47), English where there are none. */
export const passkeyWordsOf = (language: string): PasskeyWords =>
  languages[language.slice(0, 2).toLowerCase()] ?? en;
