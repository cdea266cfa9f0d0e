import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';
import { listEntries, readCatalogues } from './readCatalogues.ts';

/**
 * Words that the catalogues avoid for another word, so one thing has one name in each language. A user who reads
 * 'billetera' on one screen and 'wallet' on the next looks for two things. Decision 406 names the second factor.
 */
const rivals: Readonly<Record<string, RegExp>> = {
  ar: /عامل تحقق|ثنائي|استخراج|مجدد|شحن|تمويل|تطبيقات? (?:مرتبط|مربوط)/,
  de: /zweite[nr]? Faktor|Zwei-Faktor|\b(?:[Dd]u|[Dd]ich|[Dd]ir|[Dd]eine?[mnrs]?)\b|Unterschrift|Methode\b|verknüpfte App|Bildschirmfoto|Wiederherstellungsw[oö]rter|entnehmen|niemandem|schiefgelaufen|[Aa]uf(?:zu)?laden|laden Sie Ihre Wallet/,
  en: /\b(?:linked app|whoever|nobody|somebody|e-mail|log-in|really|takes? out|top up|(?:second|2|two)[ -]factors?|two-step|multi-factor|2fa)\b/i,
  es: /(?:segundo|doble) factor|billetera|aplicaci(?:ón|ones) vinculada|clave de acceso|\bacceder|salió mal|ha ido mal|de verdad|ingresar fondos|recargar saldo/i,
  ja: /要素認証|ブラウザー|接続アプリ|接続済みアプリ|デバイス|取引|取り出|入金|チャージ/,
};

it.each(readCatalogues(join(root, 'messages')))(
  'the catalogue of $language contains none of the words that it replaces by another',
  ({ language, surfaces }) => {
    const rival = rivals[language];
    const found = listEntries(surfaces).filter(([, message]) => message !== null && rival?.test(message));
    expect(found).toEqual([]);
  },
);
