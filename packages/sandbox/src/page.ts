import { html } from 'hono/html';

const style = html`<style>
body { font: 16px/24px system-ui, sans-serif; margin: 48px auto; max-width: 640px; padding: 0 16px; overflow-wrap: anywhere; }
label { display: block; margin: 16px 0; }
input { font: inherit; width: 100%; padding: 8px; box-sizing: border-box; }
button { font: inherit; padding: 8px 20px; }
dt { margin-top: 12px; opacity: .7; }
dd { margin: 0; font-family: ui-monospace, monospace; font-size: 14px; }
</style>`;

/** A page of the sandbox's chains. */
export const page = (title: string, content: ReturnType<typeof html>) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Latchkey devnet</title>
<link rel="icon" href="data:,">
${style}
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>`;
