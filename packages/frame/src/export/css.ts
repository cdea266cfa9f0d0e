import { minimumSizeOf } from '../page/minimumSize.ts';

/** Smallest size of the page. Published clients give it a height of 44 px and a width of at least 288 px. */
export const minimumSize = minimumSizeOf(240, 44);

export const exportCss = `
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; font: 400 15px/22px ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  color: var(--text); -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
[hidden] { display: none !important; }
main { display: flex; flex-direction: column; gap: 10px; min-height: 44px; }
main > div { display: flex; flex-direction: column; gap: 10px; }
button, .button {
  min-height: 48px; min-width: 0; padding: 0 16px; border: 0; border-radius: 14px; font: inherit; font-weight: 500;
  color: var(--text); background: var(--raised); cursor: pointer; touch-action: manipulation;
  overflow-wrap: anywhere; transition: opacity 120ms; -webkit-tap-highlight-color: transparent;
}
button.main, .button.main { color: var(--onAccent); background: var(--accent); }
button.main:hover, .button.main:hover { background: var(--accentDark); }
button.done, button.done:hover { color: var(--success); background: var(--raised); }
button.warned, button.warned:hover {
  display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 8px; padding: 14px 16px;
  color: var(--danger); background: var(--raisedDanger); box-shadow: inset 0 0 0 2px var(--danger); font-weight: 400;
}
.warned strong { font-weight: 600; opacity: .45; transition: opacity 120ms; }
.warned.ready strong { opacity: 1; }
button:disabled { opacity: .5; cursor: default; }
button:focus-visible, .button:focus-visible, input:focus-visible, output:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.row { display: flex; gap: 10px; }
.row > * { flex: 1; }
.button { display: inline-flex; align-items: center; justify-content: center; text-decoration: none; }
input {
  width: 100%; min-height: 44px; padding: 0 14px; border: 1px solid color-mix(in srgb, var(--muted) 40%, transparent);
  border-radius: 14px; font: inherit; font-size: 16px; color: var(--text); background: var(--background);
}
p { margin: 0; color: var(--muted); font-size: 13px; line-height: 18px; }
p:empty { display: none; }
.label { color: var(--muted); font-size: 13px; line-height: 18px; }
output {
  display: block; padding: 14px 16px; border-radius: 14px; background: var(--raised); direction: ltr; text-align: left;
  font: 400 14px/22px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; user-select: all;
  -webkit-user-select: all;
}
@media (max-height: 99px) {
  main, main > div, main > div.shown { flex-direction: row; align-items: stretch; gap: 8px; height: 44px; width: 100%; }
  main > p { align-self: center; }
  button { flex: 1; min-height: 44px; max-height: 44px; padding: 0 8px; font-size: 14px; line-height: 16px; border-radius: 12px; overflow: hidden; }
  button.warned, button.warned:hover { display: block; padding: 2px 10px; font-size: 11.5px; line-height: 13px; box-shadow: inset 0 0 0 1px var(--danger); }
  .label, .tall { display: none; }
  output { flex: 1 1 0; min-width: 0; padding: 11px 12px; white-space: nowrap; overflow-x: auto; overflow-y: hidden; scrollbar-width: none; }
  .shown .row { flex: none; gap: 8px; }
  .shown .row > * { flex: none; }
}
@media (max-height: 99px) and (max-width: 287px) {
  button { font-size: 12px; line-height: 14px; }
  button.warned, button.warned:hover { padding: 2px 8px; font-size: 10.5px; }
}
.small { display: none; }
@media not all and ${minimumSize} {
  main > *, main > .shown { display: none !important; }
  main > .small { display: block !important; font-size: 11px; line-height: 13px; }
}
@media (prefers-reduced-motion: reduce) { button, strong { transition: none; } }
`;
