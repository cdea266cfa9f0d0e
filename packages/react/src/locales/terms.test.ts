import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Words that have another one in their place, so that one thing has one name in a language: a person who reads of a
 * 'billetera' on one screen and of a 'wallet' on the next looks for two things. A person has one form of address too.
 */
const rivals: Readonly<Record<string, RegExp>> = {
  ar: /استخراج|مجدد|شحن|تمويل|تطبيقات? (?:مرتبط|مربوط)/,
  de: /\b(?:[Dd]u|[Dd]ich|[Dd]ir|[Dd]eine?[mnrs]?)\b|Unterschrift|Methode\b|verknüpfte App|Bildschirmfoto|Wiederherstellungsw[oö]rter|entnehmen|niemandem|schiefgelaufen|[Aa]uf(?:zu)?laden|laden Sie Ihre Wallet/,
  en: /\b(?:linked app|whoever|nobody|somebody|e-mail|log-in|really|takes? out|top up)\b/i,
  es: /billetera|aplicaci(?:ón|ones) vinculada|clave de acceso|\bacceder|salió mal|ha ido mal|de verdad|ingresar fondos|recargar saldo/i,
  ja: /ブラウザー|接続アプリ|接続済みアプリ|デバイス|取引|取り出|入金|チャージ/,
};

const sources = join(import.meta.dirname, '..');
/** The hosted pages, which show the modal's screens among words of their own. */
const hostedTexts = join(import.meta.dirname, '../../../../apps/hosted/src/page/texts');

/** English stands in the screens' own files, each text in a constant whose name ends in `Texts`. */
function readEnglish(): string {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const texts = files.flatMap((name) =>
    [
      ...readFileSync(join(sources, name), 'utf8').matchAll(
        /const (?:\w*Texts|rows) = \{[\s\S]*?\n\} as const/g,
      ),
    ].map(([text]) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')),
  );
  expect(texts.length).toBeGreaterThan(40);
  return texts.join('\n');
}

it.each(Object.keys(rivals))('calls one thing by one name: %s', (language) => {
  const ofModal =
    language === 'en' ? readEnglish() : readFileSync(join(import.meta.dirname, `${language}.ts`), 'utf8');
  const texts = `${ofModal}\n${readFileSync(join(hostedTexts, `${language}.ts`), 'utf8')}`;
  expect(texts.split('\n').filter((line) => rivals[language]?.test(line))).toEqual([]);
});
