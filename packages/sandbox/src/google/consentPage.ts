import { html } from 'hono/html';

/** Google's question: which account, and whether the app may. `query` goes back unchanged with the answer. */
export function consentPage(query: Record<string, string>) {
  const fields = Object.entries(query).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in - Google Accounts (sandbox)</title>
<link rel="icon" href="data:,">
<style>
body { font: 16px system-ui, sans-serif; margin: 48px auto; max-width: 360px; padding: 0 16px; }
label { display: block; margin: 16px 0; }
button { font: inherit; padding: 8px 20px; margin-right: 8px; }
</style>
</head>
<body>
<h1>Choose an account</h1>
<form method="post" action="/google/consent">
${fields}
<label>Google account<br><input name="account" value="you@gmail.example" autocomplete="off"></label>
<p>Latchkey wants to see, create and delete its own configuration data in your Google Drive.</p>
<button name="answer" value="allow">Allow</button>
<button name="answer" value="deny">Cancel</button>
</form>
</body>
</html>`;
}
