import { html } from 'hono/html';
import { page, windowStyle } from '../page.ts';

/** Returns Google's consent page for Drive. Its form sends `query` back unchanged, with the user's answer. */
export function driveConsentPage(query: Record<string, string>) {
  const fields = Object.entries(query).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return page(
    'Sign in - Google Accounts (sandbox)',
    windowStyle,
    html`<h1>Choose an account</h1>
<form method="post" action="/google/consent">
${fields}
<label>Google account<br><input name="account" value="you@gmail.example" autocomplete="off"></label>
<p>Latchkey wants to see, create and delete its own configuration data in your Google Drive.</p>
<button name="answer" value="allow">Allow</button>
<button name="answer" value="deny">Cancel</button>
</form>`,
  );
}
