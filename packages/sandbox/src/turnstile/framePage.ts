/**
 * Page of a widget's iframe. As with Cloudflare's, its origin differs from the host page's, so the host page's content
 * security policy must allow it.
 */
export const framePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Widget containing a security challenge</title>
<style>
body { margin: 0; font: 14px system-ui, sans-serif; }
label { display: flex; align-items: center; gap: 12px; height: 63px; padding: 0 16px; background: #fafafa; color: #232323; border: 1px solid #e0e0e0; }
input { width: 24px; height: 24px; }
</style>
</head>
<body>
<label hidden><input type="checkbox"> Verify you are human</label>
<script>
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  const hostname = document.referrer ? new URL(document.referrer).hostname : '';
  const tell = (message) => parent.postMessage({ turnstile: asked.id, ...message }, '*');
  const label = document.querySelector('label');
  async function check(pressed) {
    const body = JSON.stringify({ siteKey: asked.siteKey, action: asked.action, hostname, ...(pressed ? { pressed: 'yes' } : {}) });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/turnstile/v0/frame/token', { method: 'POST', headers, body }).then((reply) => reply.json());
    if (answer.isPressNeeded) label.hidden = false;
    tell(answer);
  }
  const fail = () => tell({ error: '300030' });
  label.firstElementChild.addEventListener('change', () => check(true).catch(fail));
  check(false).catch(fail);
</script>
</body>
</html>
`;
