import { html, raw } from 'hono/html';
import { page, windowStyle } from './page.ts';

export interface PaymentPage {
  readonly provider: string;
  /** Facts about the purchase, by label. */
  readonly rows: Readonly<Record<string, string>>;
  readonly status: string;
  /** Labels of the buttons, by form value. */
  readonly buttons: Readonly<Record<string, string>>;
  /** Button whose request the page sends while it closes itself. */
  readonly afterClosing?: string | null;
}

/** Payment page. Its form posts to the page's own URL. */
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

/** Closes the page after sending a request that outlives it. */
const closing = (button: string) => `<script>
void fetch(location.href, { method: 'POST', keepalive: true, body: new URLSearchParams({ button: ${JSON.stringify(button)} }) });
window.close();
</script>`;

export const refusalPage = (provider: string, reason: string) =>
  page(`${provider} (sandbox)`, windowStyle, html`<h1>${provider}</h1><p role="alert">${reason}</p>`);
