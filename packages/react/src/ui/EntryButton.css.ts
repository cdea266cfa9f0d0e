export const entryButtonCss = `
.entry {
  display: flex; align-items: center; gap: 12px; width: 100%;
  min-height: 52px; padding: 0 18px; border: 0;
  border-radius: var(--latchkey-radius-control);
  background: var(--latchkey-raised); color: var(--latchkey-text);
  box-shadow: inset 0 0 0 1px var(--latchkey-hairline-strong);
  text-align: start; font-weight: 500; transition: box-shadow 120ms, background-color 120ms;
}
.entry:hover:not(:disabled) { box-shadow: inset 0 0 0 1px var(--latchkey-faint); background: var(--latchkey-sunken); }
/* Draw the focus ring inside, as for an input: the edge of a scrolling list would cut it off. */
.entry:focus-visible { outline-offset: -2px; }
.entry:disabled { color: var(--latchkey-faint); cursor: default; }
.entry-label { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.badge {
  flex: none; padding: 2px 8px; border-radius: var(--latchkey-radius-chip);
  background: var(--latchkey-sunken); color: var(--latchkey-muted); font-size: 12px; line-height: 16px; font-weight: 500;
}
`;
