import { html } from 'hono/html';
import type { InboxMessage } from './inbox.ts';

interface InboxPageInput {
  messages: InboxMessage[];
  /** Address by which the list is filtered. */
  to: string | undefined;
  version: string;
}

/**
 * Page of the inbox. An email may come from an attacker, so the template escapes every value. The page's content
 * security policy also blocks foreign and inline scripts, and lets it fetch from and submit to its own origin only.
 */
export function inboxPage({ messages, to, version }: InboxPageInput) {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Inbox · Latchkey sandbox</title>
  <link rel="stylesheet" href="/inbox.css">
  <script src="/inbox.js" defer></script>
</head>
<body>
  <header>
    <h1>Inbox</h1>
    <p>Every mail and SMS that Latchkey sends on this machine lands here. Nothing leaves it. Wallets get test ETH at
      the <a href="/faucet">faucet</a>.</p>
    <form role="search" action="/" method="get">
      <label for="to">Sent to</label>
      <input id="to" name="to" type="text" value="${to ?? ''}" placeholder="any address or number" autocomplete="off"
        spellcheck="false">
      <button type="submit">Show</button>
      <button type="button" id="empty">Empty inbox</button>
    </form>
  </header>
  <main data-version="${version}" aria-live="polite">
    ${messages.length === 0 ? nothingYet(to) : html`<ol>${messages.map(messageBox)}</ol>`}
  </main>
</body>
</html>`;
}

function nothingYet(to: string | undefined) {
  return to === undefined
    ? html`<p class="nothing">Nothing yet. Log in to the demo and your code appears here.</p>`
    : html`<p class="nothing">Nothing to ${to}. <a href="/">Show every address</a></p>`;
}

function messageBox({ channel, to, subject, text, code, sent_at }: InboxMessage) {
  return html`<li>
      <article>
        <h2>${subject ?? (channel === 'sms' ? 'SMS' : 'No subject')}</h2>
        <p class="meta"><span class="to">${to}</span> <time datetime="${sent_at}">${sent_at.slice(11, 19)} UTC</time></p>
        ${
          code === undefined
            ? ''
            : html`<button type="button" class="code" data-code="${code}"
          aria-label="Copy the code ${code}">${code}</button>`
        }
        <pre>${text}</pre>
      </article>
    </li>`;
}
