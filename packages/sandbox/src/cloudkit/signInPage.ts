import { html, raw } from 'hono/html';

/** Apple's sign-in, in a window that the host page opened. The answer goes to its opener, as Apple's does. */
export function signInPage(tokenPath: string) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in with your Apple Account (sandbox)</title>
<link rel="icon" href="data:,">
<style>
body { font: 16px system-ui, sans-serif; margin: 48px auto; max-width: 360px; padding: 0 16px; }
label { display: block; margin: 16px 0; }
button { font: inherit; padding: 8px 20px; margin-right: 8px; }
</style>
</head>
<body>
<h1>Sign in with your Apple Account</h1>
<form>
<label>Apple Account<br><input name="account" value="you@icloud.example" autocomplete="off"></label>
<button>Sign In</button>
<button type="button">Cancel</button>
</form>
<script>
  const form = document.querySelector('form');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const answer = await fetch(${raw(JSON.stringify(tokenPath))}, { method: 'POST', body: new FormData(form) });
    const { token } = await answer.json();
    opener?.postMessage({ ckSession: token, ckWebAuthToken: token }, '*');
  });
  form.querySelector('[type=button]').addEventListener('click', () => close());
</script>
</body>
</html>`;
}
