export const walletsCss = `
.wallet-icon { display: block; border-radius: 6px; object-fit: cover; }
.wallet-letter {
  display: grid; place-items: center; border-radius: 6px;
  background: var(--latchkey-sunken); color: var(--latchkey-text); font-size: 12px; line-height: 1; font-weight: 600;
}
.wallet-mark { position: relative; color: var(--latchkey-text); }
.wallet-mark[data-busy]::after {
  content: ''; position: absolute; inset: 0; border: 2px solid var(--latchkey-hairline); border-top-color: var(--latchkey-accent-ink);
  border-radius: 50%; animation: turn 900ms linear infinite;
}
.wallet-mark[data-busy] { border-radius: 50%; }
.mark > .wallet-icon { border-radius: 8px; }
.mark > .wallet-letter { font-size: 24px; font-weight: 500; background: none; }
.wallet-letter[data-colored] { color: #fff; }
.mark > .wallet-letter[data-colored] { border-radius: 8px; font-size: 16px; font-weight: 600; }
/* Keep a name that a wallet gives itself inside its row, whatever its letters are. */
.wallet-row { content-visibility: auto; contain-intrinsic-size: auto 52px; border-radius: var(--latchkey-radius-control); }
.wallet-row .entry-label { unicode-bidi: plaintext; padding-block: 4px; overflow-wrap: anywhere; white-space: normal; }
/* Show 'Connect' instead of the badge at the end of the row on hover and keyboard focus (EXTW-13). */
.wallet-row .hint { display: none; flex: none; color: var(--latchkey-muted); font-size: 13px; line-height: 16px; }
@media (hover: hover) { .wallet-row:hover .hint { display: block; } .wallet-row:hover .badge { display: none; } }
.wallet-row:focus-visible .hint { display: block; }
.wallet-row:focus-visible .badge { display: none; }
.wallet-search { flex: none; }
.wallet-qr { display: grid; place-items: center; min-height: 208px; }
.shell:has(.wallet-qr, .wallet-search) { --shell-height: 620px; }
.wallet-steps { padding-inline-start: 36px; list-style: decimal; }
.wallet-steps li { display: list-item; padding-inline-start: 4px; }
.wallet-steps li::marker { color: var(--latchkey-muted); font-variant-numeric: tabular-nums; }
`;
