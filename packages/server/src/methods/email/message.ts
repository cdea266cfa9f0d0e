import { limits, toPlainLine } from '@latchkey/wire';
import type { CodePurpose } from '../../challenges/index.ts';
import type { MailMessage } from '../../delivery/index.ts';
import { codeMailEn } from './generated/en.ts';

const lifeMinutes = limits.codeLifeMs / 60_000;

/**
 * Composes the mail with a code. An attacker could ask the user for the code, so the mail says what the code does.
 * The code is alone on its line, where mail programs find it for autofill. It is not in the subject, which lock
 * screens and mail logs show.
 */
export function composeCodeMessage(input: {
  appName: string;
  code: string;
  purpose: CodePurpose;
}): Omit<MailMessage, 'to'> {
  // The operator or tenant chose the app's name. A line break in it could inject mail headers or a second line with a
  // code.
  const app = toPlainLine(input.appName);
  const texts = codeMailEn.purposes[nameOf(input.purpose)];
  const intro = texts.intro({ app });
  const isRelease = input.purpose.startsWith('release ');
  const life = codeMailEn.life({ minutes: lifeMinutes });
  const advice = `${life} ${(isRelease ? codeMailEn.releaseAdvice : codeMailEn.advice)({ app })}`;
  const notYou = `${codeMailEn.notYou} ${texts.without}`;
  return {
    subject: texts.subject({ app }),
    text: `${intro}\n\n${input.code}\n\n${advice}\n\n${notYou}\n`,
    html: toHtml({ title: texts.title, intro, code: input.code, advice, notYou }),
  };
}

function nameOf(purpose: CodePurpose): keyof typeof codeMailEn.purposes {
  if (purpose === 'login') return 'login';
  if (purpose.startsWith('undo ')) return 'undo';
  return purpose.startsWith('release ') ? 'release' : 'link';
}

/**
 * Renders the mail without colours or pictures of its own, so it is readable in light and dark. It loads nothing from
 * the network, because such a request would report that the mail was opened.
 */
function toHtml(texts: {
  title: string;
  intro: string;
  code: string;
  advice: string;
  notYou: string;
}): string {
  const codeStyle =
    'margin:24px 0;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(texts.title)}</title></head>
<body style="margin:0;padding:32px 24px;font:400 16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:440px;margin:0 auto">
<p style="margin:0">${escapeHtml(texts.intro)}</p>
<p style="${codeStyle}">${escapeHtml(texts.code)}</p>
<p style="margin:0 0 16px">${escapeHtml(texts.advice)}</p>
<p style="margin:0;font-size:14px;opacity:0.7">${escapeHtml(texts.notYou)}</p>
</div>
</body>
</html>
`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
