import { html, raw } from 'hono/html';

type Html = ReturnType<typeof html>;

/**
 * Page of a stand-in.
 *
 * @param style the page's CSS, which is inline
 * @param head further content of the head
 */
export const page = (title: string, style: string, body: Html, head: Html | '' = '') => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>${body}</body>
</html>`;

export const windowStyle = `
:root { color-scheme: light dark; }
body { font: 16px system-ui, sans-serif; margin: 48px auto; max-width: 360px; padding: 0 16px; }
label { display: block; margin: 16px 0; }
button { font: inherit; padding: 8px 20px; margin: 0 8px 8px 0; }
`;

const devnetStyle = `
:root { color-scheme: light dark; }
body { font: 16px/24px system-ui, sans-serif; margin: 48px auto; max-width: 640px; padding: 0 16px; overflow-wrap: anywhere; }
label { display: block; margin: 16px 0; }
input { font: inherit; width: 100%; padding: 8px; box-sizing: border-box; }
button { font: inherit; padding: 8px 20px; }
dt { margin-top: 12px; opacity: .7; }
dd { margin: 0; font-family: ui-monospace, monospace; font-size: 14px; }
`;

export const devnetPage = (title: string, content: Html) =>
  page(
    `${title} · Latchkey devnet`,
    devnetStyle,
    html`<h1>${title}</h1>
${content}`,
  );
