import { html, raw } from 'hono/html';
import { page } from '../page.ts';
import { signWidget, telegramPeople } from './people.ts';

const style = `
body { font: 16px system-ui, sans-serif; margin: 32px auto; max-width: 360px; padding: 0 16px; }
button { display: block; font: inherit; margin: 8px 0; padding: 8px 20px; width: 100%; }
h2 { font-size: 14px; margin-top: 32px; }
`;

/** More than the day for which the service accepts Telegram's signed data. */
const staleS = 25 * 60 * 60;

/**
 * Telegram's login popup, with a choice of users. It posts the result only to the origin that the request named, as
 * JSON text: `{ event: 'auth_result', result, origin }`.
 */
export function loginPage({ origin, nowS }: { origin: string; nowS: number }) {
  const answers = telegramPeople.map((person) => ({
    label: [person.first_name, person.last_name].filter(Boolean).join(' '),
    result: signWidget(person, { authDate: nowS }) as unknown,
  }));
  const [someone] = telegramPeople;
  const unhappy = someone
    ? [
        { label: 'Cancel', result: false as unknown },
        { label: 'Wrong signature', result: { ...signWidget(someone, { authDate: nowS }), id: 700_000_009 } },
        { label: 'Too old', result: signWidget(someone, { authDate: nowS - staleS }) },
      ]
    : [];
  const button = ({ label, result }: { label: string; result: unknown }) =>
    html`<button type="button" data-result="${JSON.stringify(result)}">${label}</button>`;
  return page(
    'Telegram Authorization (sandbox)',
    style,
    html`<h1>Log in with Telegram</h1>
<p>${new URL(origin).host} asks who you are.</p>
${answers.map(button)}
<h2>What may go wrong</h2>
${unhappy.map(button)}
<script>
const origin = ${raw(JSON.stringify(origin).replaceAll('<', '\\u003c'))};
for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', () => {
    const result = JSON.parse(button.dataset.result);
    window.opener?.postMessage(JSON.stringify({ event: 'auth_result', result, origin }), origin);
    window.close();
  });
}
</script>`,
  );
}
