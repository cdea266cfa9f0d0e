export const inboxStyle = `
:root {
  color-scheme: light dark;
  --surface: light-dark(#ffffff, #17181b);
  --sunken: light-dark(#f6f6f7, #101114);
  --text: light-dark(#16171a, #f3f4f6);
  --muted: light-dark(#5f6167, #a6a9b2);
  --hairline: light-dark(rgb(22 23 26 / 12%), rgb(243 244 246 / 14%));
  --accent: light-dark(#4f46e5, #a5a0ff);
  --success: light-dark(#1f7a4d, #5fd39a);
  font: 15px/22px ui-sans-serif, system-ui, sans-serif;
  background: var(--sunken);
  color: var(--text);
}
* { box-sizing: border-box; margin: 0; }
body { max-width: 680px; margin: 0 auto; padding: 40px 20px 80px; }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; }
header p, .meta, .nothing { color: var(--muted); }
form { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin: 20px 0 24px; }
label { color: var(--muted); }
input, button {
  font: inherit; color: inherit; height: 44px; padding: 0 14px;
  background: var(--surface); border: 1px solid var(--hairline); border-radius: 14px;
}
input { flex: 1 1 200px; min-width: 0; }
button { font-weight: 500; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
ol { list-style: none; padding: 0; display: grid; gap: 12px; }
article {
  padding: 20px; background: var(--surface); border: 1px solid var(--hairline); border-radius: 20px;
  overflow-wrap: anywhere;
}
h2 { font-size: 15px; line-height: 22px; font-weight: 600; }
.meta { display: flex; justify-content: space-between; gap: 16px; font-size: 13px; line-height: 18px; }
time { flex: none; font-variant-numeric: tabular-nums; }
.code {
  display: block; width: 100%; height: 56px; margin-top: 16px; background: var(--sunken);
  font: 600 22px/1 ui-monospace, monospace; letter-spacing: 0.3em; text-indent: 0.3em;
}
.code[data-copied] { color: var(--success); border-color: currentColor; }
pre { margin-top: 16px; font: 13px/20px ui-monospace, monospace; color: var(--muted); white-space: pre-wrap; }
.nothing { padding: 64px 20px; text-align: center; }
a { color: var(--accent); }
[data-offline] main { opacity: 0.5; }
`;
