import type { ReadableRequest } from '../readable/index.ts';

type ByKind = Readonly<Record<ReadableRequest['kind'], string>>;

/** The words of the approval page, in the languages of the modal. What is signed stands as it is. */
export interface Words {
  /** Goes on from the origin above it. */
  readonly asks: ByKind;
  readonly advice: ByKind;
  readonly contents: string;
  readonly wallet: string;
  readonly sign: string;
  readonly reject: string;
  /** Title of typed data's domain (EIP-712). */
  readonly domain: string;
}

const en: Words = {
  asks: {
    message: 'asks you to sign a message.',
    data: 'asks you to sign data.',
    transaction: 'asks you to sign a transaction.',
  },
  advice: {
    message: 'Signing is free and sends no transaction.',
    data: 'Sign only what you understand.',
    transaction: 'Once signed, it may be sent. Sign only what you understand.',
  },
  contents: 'What you sign',
  wallet: 'With the wallet',
  sign: 'Sign',
  reject: 'Reject',
  domain: 'Domain',
};

const de: Words = {
  asks: {
    message: 'bittet Sie, eine Nachricht zu signieren.',
    data: 'bittet Sie, Daten zu signieren.',
    transaction: 'bittet Sie, eine Transaktion zu signieren.',
  },
  advice: {
    message: 'Signieren ist kostenlos und sendet keine Transaktion.',
    data: 'Signieren Sie nur, was Sie verstehen.',
    transaction: 'Einmal signiert, kann sie gesendet werden. Signieren Sie nur, was Sie verstehen.',
  },
  contents: 'Was Sie signieren',
  wallet: 'Mit der Wallet',
  sign: 'Signieren',
  reject: 'Ablehnen',
  domain: 'Domain',
};

const es: Words = {
  asks: {
    message: 'te pide que firmes un mensaje.',
    data: 'te pide que firmes datos.',
    transaction: 'te pide que firmes una transacción.',
  },
  advice: {
    message: 'Firmar es gratis y no envía ninguna transacción.',
    data: 'Firma solo lo que entiendas.',
    transaction: 'Una vez firmada, se puede enviar. Firma solo lo que entiendas.',
  },
  contents: 'Lo que firmas',
  wallet: 'Con la wallet',
  sign: 'Firmar',
  reject: 'Rechazar',
  domain: 'Dominio',
};

const ja: Words = {
  asks: {
    message: 'がメッセージへの署名を求めています。',
    data: 'がデータへの署名を求めています。',
    transaction: 'が取引への署名を求めています。',
  },
  advice: {
    message: '署名は無料で、取引は送信されません。',
    data: '内容を理解できるものだけに署名してください。',
    transaction: '署名すると送信できるようになります。内容を理解できるものだけに署名してください。',
  },
  contents: '署名する内容',
  wallet: '使用するウォレット',
  sign: '署名',
  reject: '拒否',
  domain: 'ドメイン',
};

const ar: Words = {
  asks: {
    message: 'يطلب منك توقيع رسالة.',
    data: 'يطلب منك توقيع بيانات.',
    transaction: 'يطلب منك توقيع معاملة.',
  },
  advice: {
    message: 'التوقيع مجاني ولا يرسل أي معاملة.',
    data: 'لا توقّع إلا ما تفهمه.',
    transaction: 'بعد توقيعها يمكن إرسالها. لا توقّع إلا ما تفهمه.',
  },
  contents: 'ما توقّعه',
  wallet: 'بالمحفظة',
  sign: 'توقيع',
  reject: 'رفض',
  domain: 'النطاق',
};

/** The words of a language (BCP 47), English where there are none. */
export function wordsOf(language: string): Words {
  const all: Readonly<Record<string, Words>> = { ar, de, en, es, ja };
  const name = language.slice(0, 2).toLowerCase();
  return (Object.hasOwn(all, name) ? all[name] : undefined) ?? en;
}
