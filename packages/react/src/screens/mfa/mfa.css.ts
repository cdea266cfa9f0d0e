export const mfaCss = `
.factors { display: flex; flex-direction: column; gap: 8px; margin: 0; padding: 0; list-style: none; }
.shell:has(.factor-times, .qr, .codes) { --shell-height: 620px; }
.factor {
  display: grid; grid-template-columns: auto 1fr auto auto; align-items: center; gap: 0 12px; min-height: 52px;
  padding-inline: 18px 4px; padding-block: 4px;
  border-radius: var(--latchkey-radius-control); background: var(--latchkey-raised);
  box-shadow: inset 0 0 0 1px var(--latchkey-hairline-strong);
}
.factor-name { min-width: 0; overflow-wrap: anywhere; font-weight: 500; }
.factor-name > .muted { display: block; font-weight: 400; font-size: 13px; line-height: 18px; }
.factor-name > .aside { color: var(--latchkey-muted); font-weight: 400; font-size: 13px; }
.factor:has(.factor-name > .muted) { padding-block: 12px; }
.factor > .badge[data-added] { color: var(--latchkey-success); }
.factor > .badge:has(+ .icon-button) { margin-inline-end: -8px; }
.factor > .link { padding-inline-end: 14px; }
.factor-times {
  grid-column: 2 / -1; display: flex; flex-direction: column; gap: 6px; padding-block: 0 10px; padding-inline-end: 14px;
  color: var(--latchkey-muted); font-size: 13px; line-height: 18px; overflow-wrap: anywhere; text-wrap: balance;
}
.factor-times > p { margin: 0; }
.factor-times bdi { display: block; color: var(--latchkey-text); }
button.factor { display: flex; width: 100%; margin: 0; border: 0; color: var(--latchkey-text); text-align: start; padding-inline-end: 18px; transition: box-shadow 120ms, background-color 120ms; }
button.factor > .factor-name { flex: 1; }
button.factor:hover:not(:disabled) { box-shadow: inset 0 0 0 1px var(--latchkey-faint); background: var(--latchkey-sunken); }
button.factor:focus-visible { outline-offset: -2px; }
button.factor:disabled { cursor: default; }
button.factor:disabled .factor-name { color: var(--latchkey-muted); }
.factor > .icon-button { border-radius: 11px; }
.warning {
  display: flex; flex-direction: column; align-items: flex-start; gap: 8px; padding: 14px 16px; overflow-wrap: anywhere;
  border-radius: var(--latchkey-radius-control); background: var(--latchkey-sunken);
}
.warning > p { margin: 0; }
.qr { display: grid; place-items: center; min-height: 208px; }
.key { display: flex; flex-direction: column; gap: 6px; }
.key > .secret { min-height: 52px; padding-block: 4px; }
.key bdi { font-size: 13.5px; line-height: 20px; text-wrap: balance; -webkit-user-select: all; user-select: all; }
.page-end > .buttons.last { margin-bottom: 0; }
.codes {
  display: grid; grid-template-columns: max-content; justify-content: center; gap: 4px; margin: 0; padding: 16px; list-style: none;
  border-radius: var(--latchkey-radius-control); background: var(--latchkey-sunken);
  font: 400 13.5px/20px var(--latchkey-font-mono); direction: ltr;
}
.codes > li { -webkit-user-select: all; user-select: all; }
.passkeys > .document { min-height: 0; padding-block: 10px; }
`;
