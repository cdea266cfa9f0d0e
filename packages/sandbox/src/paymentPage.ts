import { html, raw } from 'hono/html';
import { page, windowStyle } from './page.ts';

/** A page on which a person pays a provider. */
export interface PaymentPage {
  readonly provider: string;
  /** What is bought, by names that people read. */
  readonly rows: Readonly<Record<string, string>>;
  readonly status: string;
  /** What may be pressed, by its value in the form. */
  readonly buttons: Readonly<Record<string, string>>;
  /** What happens once the page has closed itself: the button that is pressed then. */
  readonly afterClosing?: string | null;
}

/** The page, whose form goes to its own address. */
export function paymentPage({ provider, rows, status, buttons, afterClosing = null }: PaymentPage) {
  return page(
    `${provider} (sandbox)`,
    `${windowStyle} dd { margin: 0 0 8px; overflow-wrap: anywhere; }`,
    html`<h1>${provider}</h1>
<p>A stand-in for ${provider}, for development. No one is paid anything.</p>
<dl>${Object.entries(rows).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<p role="status">${status}</p>
<form method="post">${Object.entries(buttons).map(
      ([value, name]) => html`<button name="button" value="${value}">${name}</button>`,
    )}</form>
${afterClosing === null ? '' : raw(closing(afterClosing))}`,
  );
}

/** Closes the page; what is asked beforehand outlives it. */
const closing = (button: string) => `<script>
void fetch(location.href, { method: 'POST', keepalive: true, body: new URLSearchParams({ button: ${JSON.stringify(button)} }) });
window.close();
</script>`;

/** What a provider says where it does not know a request. */
export const refusalPage = (provider: string, reason: string) =>
  page(`${provider} (sandbox)`, windowStyle, html`<h1>${provider}</h1><p role="alert">${reason}</p>`);
