import { html } from 'hono/html';
import { page, windowStyle } from '../page.ts';
import type { SignatureParams } from './relay.ts';
import type { SignerRequest } from './signers.ts';

const farcasterPage = (title: string, content: ReturnType<typeof html>) =>
  page(
    `${title} - Farcaster (sandbox)`,
    windowStyle,
    html`<h1>${title}</h1>
${content}`,
  );

/** Page of the Farcaster app for a user who opens the link or scans the code. */
export function appPage(token: string, { domain }: SignatureParams) {
  return farcasterPage(
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

/** Page of the Farcaster app for an app's signer request. */
export function signerPage(token: string, { key, requestFid }: SignerRequest) {
  return farcasterPage(
    'Add a signer',
    html`<form method="post" action="/farcaster/signer">
<input type="hidden" name="token" value="${token}">
<p>The app <strong>!${requestFid}</strong> wants to cast, like and follow for you.</p>
<p><code>${key}</code></p>
<label>User name<br><input name="username" value="alice" autocomplete="off"></label>
<button name="answer" value="approve">Approve</button>
<button name="answer" value="reject">Reject</button>
<button name="answer" value="another">Approve as another</button>
<button name="answer" value="expire">Let it expire</button>
</form>`,
  );
}

export const donePage = (words: string) => farcasterPage(words, html`<p>You can close this page.</p>`);
