/** The words by which the approval page opens a wallet in a new browser, in the languages of the modal. */
export interface OpenWords {
  /** Goes on from the origin above it. */
  readonly wantsToUse: string;
  readonly title: string;
  readonly advice: string;
  readonly send: string;
  /** An address follows. */
  readonly sentTo: string;
  readonly open: string;
  readonly again: string;
  readonly resent: string;
  readonly wrong: string;
  wait(seconds: number): string;
  readonly later: string;
  readonly failed: string;
  readonly noAddress: string;
  readonly cancel: string;
  readonly close: string;
}

const en: OpenWords = {
  wantsToUse: 'wants to use your wallet.',
  title: 'Open your wallet in this browser',
  advice:
    "We'll send you a code. Only enter it here: this is your wallet's own page, and the site around it can't see what you type.",
  send: 'Send code',
  sentTo: 'Enter the 6-digit code we sent to:',
  open: 'Open wallet',
  again: 'Send a new code',
  resent: 'We sent you a new code.',
  wrong: "That code isn't right. Check it, or send a new one.",
  wait: (seconds) => `Please wait ${seconds} s and try again.`,
  later: 'Too many attempts. Please try again later.',
  failed: "That didn't work. Please try again.",
  noAddress:
    "We can't send you a code: your account has no email address or phone number that it had before the wallet, or has had for seven days. Open the wallet in a browser you've used it in, and set up a second factor or a recovery password there.",
  cancel: 'Cancel',
  close: 'Close',
};

const de: OpenWords = {
  wantsToUse: 'möchte Ihre Wallet verwenden.',
  title: 'Wallet in diesem Browser öffnen',
  advice:
    'Wir senden Ihnen einen Code. Geben Sie ihn nur hier ein: Das ist die Seite Ihrer Wallet, und die Website darum herum sieht nicht, was Sie eingeben.',
  send: 'Code senden',
  sentTo: '6-stelligen Code eingeben, gesendet an:',
  open: 'Wallet öffnen',
  again: 'Neuen Code senden',
  resent: 'Wir haben Ihnen einen neuen Code gesendet.',
  wrong: 'Dieser Code stimmt nicht. Prüfen Sie ihn oder fordern Sie einen neuen an.',
  wait: (seconds) => `Bitte versuchen Sie es in ${seconds} s noch einmal.`,
  later: 'Zu viele Versuche. Bitte versuchen Sie es später noch einmal.',
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  noAddress:
    'Wir können Ihnen keinen Code senden: Zu Ihrem Konto gehört keine E-Mail-Adresse oder Telefonnummer, die schon vor der Wallet da war oder seit sieben Tagen da ist. Öffnen Sie die Wallet in einem Browser, in dem Sie sie schon verwendet haben, und richten Sie dort einen zweiten Faktor oder ein Wiederherstellungspasswort ein.',
  cancel: 'Abbrechen',
  close: 'Schließen',
};

const es: OpenWords = {
  wantsToUse: 'quiere usar tu billetera.',
  title: 'Abre tu billetera en este navegador',
  advice:
    'Te enviaremos un código. Introdúcelo solo aquí: esta es la página de tu billetera, y el sitio que la rodea no ve lo que escribes.',
  send: 'Enviar código',
  sentTo: 'Introduce el código de 6 dígitos que enviamos a:',
  open: 'Abrir billetera',
  again: 'Enviar un código nuevo',
  resent: 'Te hemos enviado un código nuevo.',
  wrong: 'Ese código no es correcto. Compruébalo o pide uno nuevo.',
  wait: (seconds) => `Espera ${seconds} s e inténtalo de nuevo.`,
  later: 'Demasiados intentos. Inténtalo de nuevo más tarde.',
  failed: 'No ha funcionado. Inténtalo de nuevo.',
  noAddress:
    'No podemos enviarte un código: tu cuenta no tiene ningún correo electrónico ni número de teléfono anterior a la billetera o con más de siete días. Abre la billetera en un navegador en el que ya la hayas usado y configura allí un segundo factor o una contraseña de recuperación.',
  cancel: 'Cancelar',
  close: 'Cerrar',
};

const ja: OpenWords = {
  wantsToUse: 'がウォレットの使用を求めています。',
  title: 'このブラウザでウォレットを開く',
  advice:
    'コードをお送りします。必ずこの画面に入力してください。ここはウォレット専用のページで、周囲のサイトから入力内容は見えません。',
  send: 'コードを送信',
  sentTo: '次の宛先に送信した6桁のコードを入力してください：',
  open: 'ウォレットを開く',
  again: '新しいコードを送信',
  resent: '新しいコードを送信しました。',
  wrong: 'コードが正しくありません。もう一度確認するか、新しいコードを送信してください。',
  wait: (seconds) => `${seconds}秒待ってから、もう一度お試しください。`,
  later: '試行回数が多すぎます。しばらくしてからもう一度お試しください。',
  failed: 'うまくいきませんでした。もう一度お試しください。',
  noAddress:
    'コードを送信できません。ウォレットの作成前からある、または登録から7日を過ぎたメールアドレスや電話番号がアカウントにありません。以前ウォレットを使ったブラウザで開き、そこで二要素認証または復元用パスワードを設定してください。',
  cancel: 'キャンセル',
  close: '閉じる',
};

const ar: OpenWords = {
  wantsToUse: 'يريد استخدام محفظتك.',
  title: 'افتح محفظتك في هذا المتصفح',
  advice: 'سنرسل إليك رمزًا. أدخله هنا فقط: هذه صفحة محفظتك، ولا يرى الموقع المحيط بها ما تكتبه.',
  send: 'إرسال الرمز',
  sentTo: 'أدخل الرمز المكوّن من 6 أرقام المرسل إلى:',
  open: 'فتح المحفظة',
  again: 'إرسال رمز جديد',
  resent: 'أرسلنا إليك رمزًا جديدًا.',
  wrong: 'هذا الرمز غير صحيح. تحقق منه أو اطلب رمزًا جديدًا.',
  wait: (seconds) => `انتظر ${seconds} ث ثم حاول مرة أخرى.`,
  later: 'محاولات كثيرة جدًا. حاول مرة أخرى لاحقًا.',
  failed: 'لم ينجح ذلك. حاول مرة أخرى.',
  noAddress:
    'لا يمكننا إرسال رمز إليك: ليس في حسابك بريد إلكتروني أو رقم هاتف أُضيف قبل المحفظة أو مضت عليه سبعة أيام. افتح المحفظة في متصفح استخدمتها فيه من قبل، وفعّل هناك عامل تحقق ثانيًا أو كلمة مرور للاسترداد.',
  cancel: 'إلغاء',
  close: 'إغلاق',
};

/** The words of a language (BCP 47), English where there are none. */
export function openWords(language: string): OpenWords {
  const all: Readonly<Record<string, OpenWords>> = { ar, de, en, es, ja };
  const name = language.slice(0, 2).toLowerCase();
  return (Object.hasOwn(all, name) ? all[name] : undefined) ?? en;
}
