/** Styles of password fields, strength bars and checkboxes, loaded with the first of them. */
export const passwordCss = `
/* Reserve space for the note about a password, so that nothing moves while the user types. */
.password-note { min-height: 18px; margin-top: 8px; color: var(--latchkey-muted); font-size: 13px; line-height: 18px; }
.password-note[data-error='true'] { color: var(--latchkey-danger); }
.field .icon-button { border-radius: 11px; }
.strength { height: 18px; margin-top: 10px; display: flex; align-items: center; justify-content: space-between; gap: 12px; color: var(--latchkey-muted); font-size: 13px; line-height: 18px; }
.strength-bars { display: flex; flex: 1; gap: 4px; }
.strength-bars > i { flex: 1; height: 4px; border-radius: 2px; background: var(--latchkey-hairline-strong); transition: background-color 120ms; }
.strength { --strength: var(--latchkey-danger); }
.strength[data-level='0'] { --strength: var(--latchkey-hairline-strong); }
.strength[data-level='2'] { --strength: var(--latchkey-warning); }
.strength[data-level='3'] { --strength: var(--latchkey-success); }
.strength-bars > i:nth-child(1), .strength:is([data-level='2'], [data-level='3']) > .strength-bars > i:nth-child(2),
.strength[data-level='3'] > .strength-bars > i:nth-child(3) { background: var(--strength); }
.checkbox { display: flex; gap: 12px; padding: 14px 16px; border-radius: var(--latchkey-radius-control); background: var(--latchkey-sunken); cursor: pointer; }
.checkbox > input { position: absolute; opacity: 0; width: 20px; height: 20px; margin: 1px 0 0; cursor: pointer; }
.checkbox-mark {
  flex: none; display: grid; place-items: center; width: 20px; height: 20px; margin-top: 1px; border-radius: 6px;
  background: var(--latchkey-raised); color: transparent; box-shadow: inset 0 0 0 1px var(--latchkey-faint);
}
.checkbox-mark > svg { width: 16px; height: 16px; stroke-width: 2.2; }
.checkbox > input:checked + .checkbox-mark { background: var(--latchkey-accent); color: var(--latchkey-on-accent); box-shadow: none; }
.checkbox > input:focus-visible + .checkbox-mark { outline: 2px solid var(--latchkey-accent-ink); outline-offset: 2px; }
@media (forced-colors: active) {
  .strength-bars > i { border: 1px solid CanvasText; }
  .strength:not([data-level='0']) > .strength-bars > i:nth-child(1), .strength:is([data-level='2'], [data-level='3']) > .strength-bars > i:nth-child(2),
  .strength[data-level='3'] > .strength-bars > i:nth-child(3) { background: CanvasText; forced-color-adjust: none; }
  .checkbox-mark { border: 1px solid ButtonText; }
  .checkbox > input:checked + .checkbox-mark { color: CanvasText; }
}
`;
