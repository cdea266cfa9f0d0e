import type { Asked } from './readRequest.ts';

type ByKind = Readonly<Record<Asked['kind'], string>>;

/** The words of the approval page, in the languages of the modal. What is signed stands as it is. */
export interface ApprovalWords {
  /** Goes on from the origin above it. */
  readonly requests: ByKind;
  readonly advice: ByKind;
  readonly contents: string;
  /** Hint below a request that does not fit and has not been read to its end. */
  readonly scroll: string;
  readonly wallet: string;
  readonly sign: string;
  readonly reject: string;
  /** Title of typed data's domain (EIP-712). */
  readonly domain: string;
}

const en: ApprovalWords = {
  requests: {
    message: 'wants you to sign a message.',
    data: 'wants you to sign data.',
    transaction: 'wants you to sign a transaction.',
    hash: 'wants you to sign a hash.',
  },
  advice: {
    message: "Signing is free and doesn't send a transaction.",
    data: 'Only sign what you understand.',
    transaction: 'Once signed, it can be sent. Only sign what you understand.',
    hash: 'No one can see what it stands for.',
  },
  contents: "What you're signing",
  scroll: 'Scroll to the end to sign.',
  wallet: 'Signing with',
  sign: 'Sign',
  reject: 'Reject',
  domain: 'Domain',
};

const de: ApprovalWords = {
  requests: {
    message: 'möchte, dass Sie eine Nachricht signieren.',
    data: 'möchte, dass Sie Daten signieren.',
    transaction: 'möchte, dass Sie eine Transaktion signieren.',
    hash: 'möchte, dass Sie einen Hash signieren.',
  },
  advice: {
    message: 'Signieren ist kostenlos und sendet keine Transaktion.',
    data: 'Signieren Sie nur, was Sie verstehen.',
    transaction: 'Einmal signiert, kann sie gesendet werden. Signieren Sie nur, was Sie verstehen.',
    hash: 'Niemand kann sehen, wofür er steht.',
  },
  contents: 'Was Sie signieren',
  scroll: 'Zum Signieren bis zum Ende scrollen.',
  wallet: 'Signieren mit',
  sign: 'Signieren',
  reject: 'Ablehnen',
  domain: 'Domain',
};

const es: ApprovalWords = {
  requests: {
    message: 'quiere que firmes un mensaje.',
    data: 'quiere que firmes datos.',
    transaction: 'quiere que firmes una transacción.',
    hash: 'quiere que firmes un hash.',
  },
  advice: {
    message: 'Firmar es gratis y no envía ninguna transacción.',
    data: 'Firma solo lo que entiendas.',
    transaction: 'Una vez firmada, se puede enviar. Firma solo lo que entiendas.',
    hash: 'Nadie puede ver qué representa.',
  },
  contents: 'Qué vas a firmar',
  scroll: 'Desplázate hasta el final para firmar.',
  wallet: 'Firmar con',
  sign: 'Firmar',
  reject: 'Rechazar',
  domain: 'Dominio',
};

const ja: ApprovalWords = {
  requests: {
    message: 'がメッセージへの署名を求めています。',
    data: 'がデータへの署名を求めています。',
    transaction: 'がトランザクションへの署名を求めています。',
    hash: 'がハッシュへの署名を求めています。',
  },
  advice: {
    message: '署名は無料で、トランザクションは送信されません。',
    data: '内容を理解できるものだけに署名してください。',
    transaction: '署名すると送信できるようになります。内容を理解できるものだけに署名してください。',
    hash: '何を表すものかは誰にもわかりません。',
  },
  contents: '署名する内容',
  scroll: '最後までスクロールすると署名できます。',
  wallet: '署名に使うウォレット',
  sign: '署名',
  reject: '拒否',
  domain: 'ドメイン',
};

const ar: ApprovalWords = {
  requests: {
    message: 'يطلب منك توقيع رسالة.',
    data: 'يطلب منك توقيع بيانات.',
    transaction: 'يطلب منك توقيع معاملة.',
    hash: 'يطلب منك توقيع قيمة تجزئة (hash).',
  },
  advice: {
    message: 'التوقيع مجاني ولا يرسل أي معاملة.',
    data: 'لا توقّع إلا ما تفهمه.',
    transaction: 'بعد توقيعها يمكن إرسالها. لا توقّع إلا ما تفهمه.',
    hash: 'لا يمكن لأحد أن يرى ما الذي تمثله.',
  },
  contents: 'ما ستوقّعه',
  scroll: 'مرّر حتى النهاية للتوقيع.',
  wallet: 'التوقيع بواسطة',
  sign: 'توقيع',
  reject: 'رفض',
  domain: 'النطاق',
};

/** The words of a language (BCP 47), English where there are none. */
export function approvalWordsOf(language: string): ApprovalWords {
  const all: Readonly<Record<string, ApprovalWords>> = { ar, de, en, es, ja };
  const name = language.slice(0, 2).toLowerCase();
  return (Object.hasOwn(all, name) ? all[name] : undefined) ?? en;
}
