export const textFieldCss = `
.field {
  display: flex; align-items: center;
  height: 52px; padding-inline: 18px 4px;
  border-radius: var(--latchkey-radius-control);
  background: var(--latchkey-raised);
  box-shadow: inset 0 0 0 1px var(--latchkey-hairline-strong);
  transition: box-shadow 120ms;
}
.field:hover:not(:focus-within) { box-shadow: inset 0 0 0 1px var(--latchkey-faint); }
.field:has(input:focus) { box-shadow: inset 0 0 0 2px var(--latchkey-accent-ink); }
.field:has([aria-invalid]) { box-shadow: inset 0 0 0 2px var(--latchkey-danger); }
.field-icon { color: var(--latchkey-muted); }
.field input {
  flex: 1; min-width: 0; height: 100%; padding-block: 0; padding-inline: 12px 8px;
  border: 0; background: none; font-size: 16px; text-overflow: ellipsis;
}
/* Keep addresses and phone numbers left to right, aligned with the start of the row. */
[dir='rtl'] .field input { direction: ltr; padding-inline: 8px 12px; text-align: right; }
.field input:focus-visible { outline: none; }
.field input::placeholder { color: var(--latchkey-muted); opacity: 1; }
.field input:-webkit-autofill { -webkit-text-fill-color: var(--latchkey-text); transition: background-color 0s 99999s; }
.field-submit {
  display: grid; place-items: center; flex: none;
  width: 44px; height: 44px; padding: 0; border: 0; border-radius: 11px;
  background: var(--latchkey-accent); color: var(--latchkey-on-accent);
  transition: background-color 120ms, color 120ms;
}
.field-submit:hover:not(:disabled) { background: color-mix(in srgb, var(--latchkey-accent) 90%, var(--latchkey-text)); }
.field-submit:active:not(:disabled) { transform: translateY(1px); }
.field-submit:disabled { background: transparent; color: var(--latchkey-faint); pointer-events: none; }
.field[data-busy] .field-submit { color: var(--latchkey-accent-ink); }
.field-error { text-wrap: balance; color: var(--latchkey-danger); font-size: 13px; line-height: 18px; }
.field-error:not(:empty) { margin-top: 8px; animation: slide-in 150ms var(--latchkey-ease); }
@keyframes slide-in { from { opacity: 0; transform: translateY(-4px); } }
`;
