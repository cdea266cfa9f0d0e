import { limits, toPlainLine } from '@latchkey/wire';
import type { CodePurpose } from '../../challenges/index.ts';
import type { MailMessage } from '../../delivery/index.ts';

const lifeMinutes = limits.codeLifeMs / 60_000;

/**
 * Writes the letter that carries a code, and says what the code does: anyone who is asked for it by another user must be
 * able to tell what they would give away. The code stands alone on its line, where mail programs find it for
 * autofill, and not in the subject, which lock screens and mail logs show.
 */
export function composeCodeMessage(input: {
  appName: string;
  code: string;
  purpose: CodePurpose;
}): Omit<MailMessage, 'to'> {
  // Its operator's text: a line break would add mail headers or a second code line.
  const appName = toPlainLine(input.appName);
  const { intro: begin, subject, title, without } = wordsOf(input.purpose);
  const intro = `${begin} ${appName}:`;
  const life = `This code works once and expires in ${lifeMinutes} minutes.`;
  const advice = input.purpose.startsWith('release ')
    ? `${life} Only enter it in the wallet's own window, which tells you which address this code went to. No one else needs it, not even ${appName}.`
    : `${life} Only enter it where you requested it. ${appName} will never ask you for it.`;
  const notYou = `If you didn't request this code, you can ignore this email. ${without}`;
  return {
    subject: `${subject} ${appName}`,
    text: `${intro}\n\n${input.code}\n\n${advice}\n\n${notYou}\n`,
    html: toHtml({ title, intro, code: input.code, advice, notYou }),
  };
}

/** What a letter says of its code, by what that is good for; the app's name follows. */
function wordsOf(purpose: CodePurpose) {
  if (purpose === 'login') {
    return {
      subject: 'Your login code for',
      title: 'Login code',
      intro: 'Your code to log in to',
      without: 'No one can log in without it.',
    };
  }
  if (purpose.startsWith('undo ')) {
    return {
      subject: 'Undo a change to your account at',
      title: 'Undo a change',
      intro: 'Your code to restore this address to your account at',
      without: 'No one can undo the change without it.',
    };
  }
  if (purpose.startsWith('release ')) {
    return {
      subject: 'Open your wallet at',
      title: 'Open your wallet',
      intro: 'Your code to open your wallet in a new browser at',
      without: 'No one can open your wallet without it.',
    };
  }
  return {
    subject: 'Confirm this address for',
    title: 'Confirm your address',
    intro: 'Your code to add this address to an account at',
    without: 'No one can add your address without it.',
  };
}

/** No colour or picture of its own, nothing fetched: readable in light and dark, and opening it tells no one. */
function toHtml(words: {
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
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${words.title}</title></head>
<body style="margin:0;padding:32px 24px;font:400 16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:440px;margin:0 auto">
<p style="margin:0">${escapeHtml(words.intro)}</p>
<p style="${codeStyle}">${escapeHtml(words.code)}</p>
<p style="margin:0 0 16px">${escapeHtml(words.advice)}</p>
<p style="margin:0;font-size:14px;opacity:0.7">${escapeHtml(words.notYou)}</p>
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
