import { html } from 'hono/html';
import type { SignatureParams } from './relay.ts';

const style = html`<style>
body { font: 16px system-ui, sans-serif; margin: 48px auto; max-width: 360px; padding: 0 16px; }
label { display: block; margin: 16px 0; }
button { font: inherit; padding: 8px 20px; margin: 0 8px 8px 0; }
</style>`;

const page = (title: string, content: ReturnType<typeof html>) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Farcaster (sandbox)</title>
<link rel="icon" href="data:,">
${style}
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>`;

/** What the Farcaster app shows anyone who opens the link or scans the code. */
export function appPage(token: string, { domain }: SignatureParams) {
  return page(
    'Sign in with Farcaster',
    html`<form method="post" action="/farcaster/app">
<input type="hidden" name="channelToken" value="${token}">
<p><strong>${domain}</strong> wants to know who you are.</p>
<label>User name<br><input name="username" value="alice" autocomplete="off"></label>
<button name="answer" value="approve">Sign in</button>
<button name="answer" value="stranger">Sign by a stranger's key</button>
<button name="answer" value="expire">Let it expire</button>
</form>`,
  );
}

/** What follows. */
export const donePage = (words: string) => page(words, html`<p>You can close this page.</p>`);
