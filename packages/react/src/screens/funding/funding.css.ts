export const fundingCss = `
.page.fund { position: relative; gap: 14px; word-break: auto-phrase; }
.fund > .notice { padding-block: 12px; font-size: 13px; line-height: 18px; }
.fund > .notice > svg { margin-top: -1px; }
.fund .row { min-height: 32px; }
.buttons[data-pair] { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
.arrival-place:empty { margin-bottom: -14px; }
/* Covers the title, so buttons do not move when funds arrive. */
.fund:has(> .heading) > .arrival-place { position: absolute; inset: 0 0 auto; z-index: 1; }
.fund:has(.arrival) > .heading { min-height: 44px; opacity: 0; }
.arrival {
  display: flex; align-items: center; gap: 10px; min-height: 44px; padding: 8px 16px; border-radius: var(--latchkey-radius-control);
  background: color-mix(in srgb, var(--latchkey-success) 12%, var(--latchkey-surface)); color: var(--latchkey-success); font-weight: 500;
  font-variant-numeric: tabular-nums; animation: slide-in 150ms var(--latchkey-ease);
}
.arrival > svg { flex: none; }
.arrival > span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.arrival > .link { flex: none; min-height: 44px; margin: -8px 0; }
.fund-amount {
  display: flex; flex-direction: column; align-items: center; gap: 0; padding: 10px 16px 0;
  border-radius: var(--latchkey-radius-control); background: var(--latchkey-sunken); cursor: text;
}
.fund-amount:focus-within { box-shadow: inset 0 0 0 2px var(--latchkey-accent-ink); }
.fund-amount:has([aria-invalid]) { box-shadow: inset 0 0 0 2px var(--latchkey-danger); }
/* A number and its unit are left to right in every language. */
.fund-field {
  direction: ltr; display: flex; align-items: baseline; justify-content: center; gap: 8px; max-width: 100%;
  font: 600 36px/42px var(--latchkey-font); letter-spacing: -.02em; font-variant-numeric: tabular-nums;
}
.fund-field[data-long] { font-size: 24px; }
.fund-field input {
  min-width: 1ch; max-width: 240px; padding: 0; border: 0; background: none; color: inherit; font: inherit; letter-spacing: inherit;
  text-align: end; font-variant-numeric: tabular-nums;
}
.fund-field input:focus-visible { outline: none; }
.fund-field input::placeholder { color: var(--latchkey-faint); opacity: 1; }
.fund-symbol { flex: none; color: var(--latchkey-muted); font-size: 20px; letter-spacing: 0; }
.fund-worth { min-height: 22px; }
.fund-place {
  align-self: stretch; display: grid; grid-template-columns: 1fr auto; align-items: center; gap: 2px 12px; padding-block: 8px; margin-top: 8px;
  border-top: 1px solid var(--latchkey-hairline); cursor: default;
}
.fund-place > .network { min-width: 0; overflow-wrap: anywhere; }
.fund-place > .fund-at { padding-inline-start: 28px; font-size: 13px; line-height: 18px; }
.fund-place > .fund-holds { max-width: 160px; }
.fund-holds { color: var(--latchkey-muted); text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.fund-between { display: flex; align-items: center; justify-content: space-between; gap: 12px; }
.fund-between > .network { min-width: 0; overflow-wrap: anywhere; }
.fund-between > .fund-holds { flex: none; max-width: 60%; }
.fund-blank {
  display: inline-block; width: 72px; height: 12px; border-radius: 6px; background: var(--latchkey-hairline); vertical-align: middle;
  animation: breathe 1200ms ease-in-out infinite alternate;
}
.fund .entries { margin-bottom: 0; }
.fund .entries::after { content: none; }
.fund .entry.fund-way { flex: none; min-height: 48px; }
/* Wraps a long address under the name instead of cutting it. */
.fund-source .entry-label { padding-block: 6px; white-space: normal; overflow-wrap: anywhere; }
.fund-section { color: var(--latchkey-muted); font-size: 13px; line-height: 18px; font-weight: 500; }
.fund-payer {
  display: grid; grid-template-columns: auto 1fr auto; align-items: center; gap: 2px 12px; padding: 12px 16px;
  border-radius: var(--latchkey-radius-control); background: var(--latchkey-sunken);
}
.fund-payer > .fund-mark { grid-row: span 2; display: grid; place-items: center; }
.fund-payer > .strong { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.fund-payer > .mono { justify-self: start; white-space: nowrap; font-size: 13px; line-height: 18px; }
.fund-payer > .fund-for { font-size: 13px; line-height: 18px; text-align: end; }
.fund-payer > .fund-other { justify-self: end; min-height: 44px; margin: -12px 0; color: var(--latchkey-muted); font-size: 13px; text-align: end; }
.status > .fund-payer { align-self: stretch; text-align: start; }
.fund-payer > .fund-other:hover { color: var(--latchkey-text); }
.fund-payer[data-short] { box-shadow: inset 0 0 0 2px var(--latchkey-danger); }
.fund-payer > .fund-error { grid-column: 1 / -1; margin-top: 8px; color: var(--latchkey-danger); font-size: 13px; line-height: 18px; }
.fund-payer > .fund-copy { grid-column: 1 / -1; justify-self: start; min-height: 44px; }
.fund-picker {
  position: relative; display: flex; align-items: center; gap: 12px; min-height: 46px; padding-inline: 16px;
  border-radius: var(--latchkey-radius-control); background: var(--latchkey-raised); box-shadow: inset 0 0 0 1px var(--latchkey-hairline-strong);
}
.fund-picker:hover:has(select) { box-shadow: inset 0 0 0 1px var(--latchkey-faint); }
.fund-picker:focus-within { box-shadow: inset 0 0 0 2px var(--latchkey-accent-ink); }
.fund-picker[data-still] { background: var(--latchkey-sunken); box-shadow: none; }
.fund-picker > .fund-end { flex: none; width: 44px; color: var(--latchkey-muted); font-size: 13px; }
.fund-picker > .strong { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.fund-picker > .fund-holds { flex: none; }
.fund-picker > svg:last-of-type { flex: none; }
.fund-picker select { position: absolute; inset: 0; width: 100%; opacity: 0; cursor: pointer; font-size: 16px; }
.fund-picker option { color: #16171a; background: #ffffff; }
.fund-points { display: flex; flex-direction: column; gap: 16px; margin: 0; padding: 4px 16px; list-style: none; }
.fund-points li { display: flex; align-items: flex-start; gap: 12px; }
.fund-points svg { flex: none; margin-top: 1px; color: var(--latchkey-muted); }
.fund-points .muted { font-size: 13px; line-height: 18px; }
.button[aria-disabled='true']:is(a) { background: var(--latchkey-sunken); color: var(--latchkey-muted); cursor: default; box-shadow: none; }
.fund-qr { display: grid; place-items: center; min-height: 160px; }
/* Keeps the address and the warning visible. */
.fund-qr > svg { width: 160px !important; height: 160px !important; }
.fund-address { display: flex; flex-direction: column; gap: 6px; padding: 12px 16px; border-radius: var(--latchkey-radius-control); background: var(--latchkey-sunken); }
.fund-address > bdi { text-align: match-parent; overflow-wrap: anywhere; font: 400 15px/22px var(--latchkey-font-mono); }
.fund-address > .fund-between { font-size: 13px; line-height: 18px; }
.fund-address .network { font-weight: 500; }
.fund-waiting { display: flex; align-items: center; justify-content: center; gap: 8px; min-height: 20px; color: var(--latchkey-muted); font-size: 13px; line-height: 18px; }
.fund-waiting > .spinner { width: 16px; height: 16px; }
.fund-notice > bdi { display: block; text-align: center; }
.fund-notice { text-align: center; text-wrap: balance; color: var(--latchkey-muted); font-size: 13px; line-height: 18px; }
.fund-notice[data-warns] { color: var(--latchkey-warning); font-weight: 500; }
`;
