/**
 * Styles of the approval page. The signed content scrolls in its own box, so that the buttons stay in the window. A
 * shadow marks the top or bottom edge if content is hidden beyond it.
 */
export const approvalCss = `
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; font: 400 15px/22px ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  color: var(--text); -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
main { display: flex; flex-direction: column; gap: 8px; height: 100vh; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 15px; line-height: 22px; font-weight: 600; direction: ltr; }
h2 { margin: 0 0 8px; font-size: 15px; line-height: 22px; font-weight: 600; }
dl + h2 { margin-top: 12px; padding-top: 12px; border-top: 1px solid; }
p { margin: 0; color: var(--muted); font-size: 13px; line-height: 18px; }
.sheet {
  flex: 1 1 auto; min-height: 72px; overflow: auto; padding: 12px 14px; border-radius: 14px;
  background:
    linear-gradient(var(--raised) 40%, transparent) top / 100% 28px no-repeat local,
    linear-gradient(transparent, var(--raised) 60%) bottom / 100% 28px no-repeat local,
    linear-gradient(var(--muted), transparent) top / 100% 6px no-repeat,
    linear-gradient(transparent, var(--muted)) bottom / 100% 6px no-repeat, var(--raised);
}
.message { color: var(--text); font-size: 15px; line-height: 22px; white-space: pre-wrap; unicode-bidi: plaintext; }
dl { margin: 0; display: flex; flex-direction: column; }
dt { color: var(--muted); font-size: 13px; line-height: 18px; }
dd { margin: 0 0 8px; white-space: pre-wrap; }
dd dl, ol { list-style: none; margin: 4px 0 0; padding-inline-start: 12px; border-inline-start: 2px solid; }
.warning { margin-bottom: 8px; padding: 8px 10px; border-radius: 10px; color: var(--danger); background: var(--raisedDanger); font-weight: 500; }
.text, dt, h2 { unicode-bidi: plaintext; }
[dir='rtl'] h1, [dir='rtl'] output { text-align: right; }
.code, output { unicode-bidi: isolate; font: 400 13px/20px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; direction: ltr; }
[hidden] { display: none; }
.hint { min-height: 18px; color: var(--text); font-weight: 500; text-align: center; }
.row { display: flex; gap: 8px; }
button {
  flex: 1; min-height: 48px; padding: 0 16px; border: 0; border-radius: 14px; font: inherit; font-weight: 500;
  color: var(--text); background: var(--raised); cursor: pointer; touch-action: manipulation;
}
button.main { color: var(--onAccent); background: var(--accent); }
button.main:hover { background: var(--accentDark); }
form { display: flex; flex-direction: column; gap: 8px; }
main.opening { height: auto; min-height: 100vh; }
main.opening > h2 { margin: 8px 0 0; font-size: 18px; line-height: 24px; }
main.opening output { overflow-wrap: anywhere; }
label { color: var(--muted); font-size: 13px; line-height: 18px; }
input {
  width: 100%; min-height: 48px; padding: 0 14px; border: 1px solid var(--muted); border-radius: 14px; color: var(--text);
  background: var(--raised); font: 500 20px/28px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: 4px;
  direction: ltr;
}
.told { color: var(--text); font-weight: 500; min-height: 18px; }
.told.wrong { color: var(--danger); }
button.link { flex: none; align-self: center; min-height: 44px; background: none; color: var(--text); text-decoration: underline; }
button:disabled { opacity: .5; cursor: default; }
button:focus-visible, input:focus-visible, .sheet:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
`;
