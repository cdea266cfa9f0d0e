/** Small parts that several screens share. */
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
.address .identicon { border-radius: 6px; }
.copy { width: 44px; height: 44px; border-radius: 12px; }
.copy:hover { background: none; }
.copy[data-copied] { color: var(--latchkey-success); }
.status {
  flex: 1; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 20px;
  text-align: center; padding-bottom: 24px;
}
.status-words { display: flex; flex-direction: column; gap: 6px; overflow-wrap: anywhere; text-wrap: balance; }
`;
