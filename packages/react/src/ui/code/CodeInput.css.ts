export const codeInputCss = `
/* Keep digits left to right in every language. */
.code { direction: ltr; position: relative; display: flex; gap: 6px; justify-content: center; }
.code input {
  position: absolute; inset: 0; width: 100%; height: 100%; padding: 0; margin: 0;
  border: 0; background: none; color: transparent; caret-color: transparent;
  font-size: 16px; cursor: text; -webkit-text-fill-color: transparent;
}
.code input:focus-visible { outline: none; }
.code input::selection { background: transparent; }
.code input:-webkit-autofill { transition: background-color 0s 99999s; }
.box {
  display: grid; place-items: center;
  flex: 1 1 0; max-width: 48px; height: 56px; border-radius: 12px;
  background: var(--latchkey-raised);
  box-shadow: inset 0 0 0 1px var(--latchkey-hairline-strong);
  font: 600 22px/28px var(--latchkey-font); font-variant-numeric: tabular-nums;
  transition: box-shadow 120ms, color 120ms, background-color 120ms;
}
.box[data-active] { box-shadow: inset 0 0 0 2px var(--latchkey-accent-ink); }
.box[data-active]:not([data-filled])::after {
  content: ''; width: 1.5px; height: 24px; border-radius: 1px;
  background: var(--latchkey-text); animation: blink 1s steps(2, jump-none) infinite;
}
@keyframes blink { to { opacity: 0; } }
.code:is([data-state='busy'], [data-state='blocked']) .box { color: var(--latchkey-muted); }
.code[data-state='success'] .box {
  color: var(--latchkey-success);
  box-shadow: inset 0 0 0 2px var(--latchkey-success);
  background: color-mix(in srgb, var(--latchkey-success) 8%, var(--latchkey-raised));
}
${[0, 1, 2, 3, 4, 5].map((place) => `.box:nth-child(${place + 1}) { transition-delay: calc(var(--ripple, 0) * ${place * 40}ms); }`).join('\n')}
.code[data-state='success'] { --ripple: 1; }
.code[data-state='error'] .box { box-shadow: inset 0 0 0 1.5px var(--latchkey-danger); }
.code[data-state='error'] { animation: shake 240ms linear; }
@keyframes shake { 20%, 60% { transform: translateX(-4px); } 40%, 80% { transform: translateX(4px); } }
@media (prefers-reduced-motion: reduce) { .code[data-state='error'] { animation: none; } }
.code + .field-error { text-align: center; }
/* Take no space for one line of error, so that the boxes stay in place. The elements below move down. */
.code + .field-error:not(:empty) { margin-bottom: -26px; }
:has(> .code + .field-error:not(:empty)) ~ * { position: relative; top: 26px; }
`;
