export const transactionsCss = `
.review { display: flex; flex-direction: column; gap: 14px; }
.amount { display: flex; flex-direction: column; align-items: center; gap: 2px; text-align: center; font-variant-numeric: tabular-nums; }
.amount-first { font: 600 32px/40px var(--latchkey-font); letter-spacing: -.02em; overflow-wrap: anywhere; }
.rows { display: flex; flex-direction: column; margin: 0; }
.whole { display: block; margin-top: 6px; }
.row { display: flex; align-items: center; justify-content: space-between; gap: 16px; min-height: 38px; }
.row + .row { border-top: 1px solid var(--latchkey-hairline); }
.row > dt { flex: none; max-width: 45%; color: var(--latchkey-muted); }
.row > dd { min-width: 0; margin: 0; text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.copy-text {
  display: inline-flex; align-items: center; gap: 8px; min-height: 44px; margin: 0; padding: 0; border: 0; border-radius: 8px;
  background: none; color: inherit; vertical-align: middle;
}
.copy-text > svg:last-child { width: 16px; height: 16px; color: var(--latchkey-muted); }
.copy-text:hover > svg:last-child { color: var(--latchkey-text); }
.copy-text[data-copied] > svg:last-child { color: var(--latchkey-success); }
.amount-first[data-long] { font-size: 22px; line-height: 30px; letter-spacing: -.01em; }
.short { text-align: center; text-wrap: balance; }
.short > span { color: var(--latchkey-danger); }
.status > .rows { align-self: stretch; }
.copy-text > .identicon { border-radius: 6px; }
.network { display: inline-flex; align-items: center; gap: 8px; vertical-align: middle; }
.cost { display: inline-flex; flex-wrap: wrap; align-items: baseline; justify-content: flex-end; gap: 0 8px; }
.notice {
  display: flex; align-items: flex-start; gap: 10px; padding: 16px; border-radius: var(--latchkey-radius-control);
  background: var(--latchkey-sunken);
}
.notice > svg { margin-top: 1px; color: var(--latchkey-warning); }
.changes { padding: 12px 16px; border-radius: var(--latchkey-radius-control); background: var(--latchkey-sunken); }
.changes ul { margin: 4px 0 0; padding: 0; list-style: none; font-weight: 500; font-variant-numeric: tabular-nums; }
.changes li { overflow-wrap: anywhere; }
.change[data-sign='in'] { color: var(--latchkey-success); }
.steps { display: flex; flex-direction: column; gap: 8px; margin: 0; padding-inline-start: 20px; overflow-wrap: anywhere; }
.steps.plain { padding: 0; list-style: none; font-weight: 500; }
.permit { display: flex; flex-direction: column; gap: 12px; flex: none; }
.steps li::marker { color: var(--latchkey-muted); }
.details > summary {
  display: flex; align-items: center; justify-content: space-between; min-height: 44px; border-radius: 8px;
  color: var(--latchkey-muted); font-weight: 500; cursor: pointer; list-style: none;
}
.details > summary::-webkit-details-marker { display: none; }
.details > summary:hover { color: var(--latchkey-text); }
.details > summary > svg { transition: transform 120ms; }
.details[open] > summary > svg { transform: rotate(180deg); }
.details-panel { display: flex; flex-direction: column; gap: 8px; max-height: 700px; overflow: auto; overscroll-behavior: contain; }
.details > .details-panel > * { flex: none; }
.app-words { display: flex; flex-direction: column; align-items: flex-start; gap: 4px; padding: 12px 16px; border-radius: var(--latchkey-radius-control); background: var(--latchkey-sunken); overflow-wrap: anywhere; }
.explorer { display: inline-flex; align-items: center; gap: 4px; min-height: 44px; }
.button.danger:disabled { background: var(--latchkey-sunken); color: var(--latchkey-muted); cursor: default; }
`;
