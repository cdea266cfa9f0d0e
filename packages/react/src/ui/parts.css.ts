export const partsCss = `
.icon-button {
  display: grid; place-items: center; flex: none;
  width: 44px; height: 44px; padding: 0; margin: 0; border: 0; border-radius: 14px;
  background: none; color: var(--latchkey-muted); transition: color 120ms, background-color 120ms;
}
.icon-button:hover { color: var(--latchkey-text); background: var(--latchkey-sunken); }
.icon-button:focus-visible { outline-offset: -4px; }
.address {
  display: inline-flex; align-items: center; gap: 10px;
  padding-block: 4px; padding-inline: 14px 4px; border-radius: 16px;
  background: var(--latchkey-sunken);
}
.unbroken { white-space: nowrap; }
.address .identicon { border-radius: 6px; }
.copy { width: 44px; height: 44px; border-radius: 12px; }
.copy:hover { background: none; }
.copy[data-copied] { color: var(--latchkey-success); }
.status {
  flex: 1; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 20px;
  text-align: center; padding-bottom: 24px;
}
.status-words { display: flex; flex-direction: column; gap: 6px; overflow-wrap: anywhere; text-wrap: balance; word-break: auto-phrase; }
.field-hint { text-wrap: balance; color: var(--latchkey-muted); font-size: 13px; line-height: 18px; }
.field-hint:not(:empty) { margin-top: 8px; }
.secret {
  display: flex; align-items: center; gap: 4px; min-height: 64px;
  padding-block: 8px; padding-inline: 16px 6px; border-radius: var(--latchkey-radius-control); background: var(--latchkey-sunken);
}
.secret > bdi { flex: 1; min-width: 0; overflow-wrap: anywhere; font: 400 15px/22px var(--latchkey-font-mono); }
.row { display: flex; gap: 8px; }
.row > .button { flex: 1; width: auto; padding-inline: 12px; }
.row .label { display: inline-flex; align-items: center; gap: 8px; }
`;
