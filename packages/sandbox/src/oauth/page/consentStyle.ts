export const consentStyle = `
:root {
  color-scheme: light dark;
  --surface: light-dark(#ffffff, #17181b);
  --sunken: light-dark(#f6f6f7, #101114);
  --text: light-dark(#16171a, #f3f4f6);
  --muted: light-dark(#5f6167, #a6a9b2);
  --hairline: light-dark(rgb(22 23 26 / 12%), rgb(243 244 246 / 14%));
  --accent: light-dark(#4f46e5, #a5a0ff);
  --on-accent: light-dark(#ffffff, #16171a);
  font: 15px/22px ui-sans-serif, system-ui, sans-serif;
  background: var(--sunken);
  color: var(--text);
}
* { box-sizing: border-box; margin: 0; }
body { padding: 40px 20px; }
main { max-width: 440px; margin: 0 auto; padding: 24px 20px; background: var(--surface);
  border: 1px solid var(--hairline); border-radius: 20px; overflow-wrap: anywhere; }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; }
p, ul, small { color: var(--muted); }
p, ul, fieldset, details { margin-top: 16px; }
ul { padding-left: 20px; }
fieldset { border: 0; padding: 0; display: grid; gap: 8px; }
legend { padding: 0 0 8px; font-weight: 500; }
.person { display: flex; align-items: center; gap: 12px; min-height: 44px; padding: 8px 14px;
  border: 1px solid var(--hairline); border-radius: 14px; }
small { display: block; font-size: 13px; line-height: 18px; }
input:not([type]) { flex: 1; min-width: 0; font: inherit; color: inherit; background: none; border: 0; }
button { font: inherit; font-weight: 500; color: var(--text); height: 44px; padding: 0 16px; cursor: pointer;
  background: var(--surface); border: 1px solid var(--hairline); border-radius: 14px; }
.main { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
.main button:first-child { background: var(--accent); color: var(--on-accent); border-color: transparent; }
details p { display: flex; flex-wrap: wrap; gap: 8px; }
summary { cursor: pointer; color: var(--muted); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 480px) { body { padding: 0; } main { max-width: none; border: 0; border-radius: 0; } }
`;
