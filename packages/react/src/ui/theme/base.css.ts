export const baseCss = `
*, *::before, *::after { box-sizing: border-box; }
.ground {
  font: 400 15px/22px var(--latchkey-font);
  color: var(--latchkey-text);
  text-align: start;
  -webkit-font-smoothing: antialiased;
  -webkit-tap-highlight-color: transparent;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}
h2, h3, p { margin: 0; }
h2 { font: 600 20px/28px var(--latchkey-font); letter-spacing: -.01em; text-wrap: balance; outline: none; }
h3 { font: 600 15px/22px var(--latchkey-font); }
.muted { color: var(--latchkey-muted); }
.small { font-size: 13px; line-height: 18px; }
.strong { display: inline-block; max-width: 100%; font-weight: 500; color: var(--latchkey-text); overflow-wrap: anywhere; }
/* Keep addresses and numbers left to right in every language. */
.mono { direction: ltr; unicode-bidi: isolate; font: 400 13.5px/20px var(--latchkey-font-mono); font-variant-numeric: tabular-nums; }
.hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
button, input { font: inherit; color: inherit; }
button { cursor: pointer; touch-action: manipulation; }
a { color: inherit; text-underline-offset: 2px; }
svg { display: block; flex: none; }
[dir='rtl'] .directed { transform: scaleX(-1); }
:focus { outline: none; }
:focus-visible { outline: 2px solid var(--latchkey-accent-ink); outline-offset: 2px; }
@media (prefers-reduced-motion: reduce) {
  /* Disable the transition itself: with any duration, every change would animate, because \`transition-property\` is \`all\` by default. */
  *, *::before, *::after {
    animation-duration: 0s !important; animation-iteration-count: 1 !important; transition: none !important;
  }
}
@media (forced-colors: active) {
  /* Draw borders, because the user's colours replace backgrounds and shadows here. */
  .shell { border: 1px solid CanvasText; }
  .button, .entry, .field, .box, .badge { border: 1px solid ButtonText; }
  .button:disabled, .entry:disabled, .field-submit:disabled, .link:disabled { color: GrayText; border-color: GrayText; }
  .field:has(input:focus), .box[data-active] { outline: 2px solid Highlight; outline-offset: -2px; }
  .box[data-active]::after { background: CanvasText; }
}
`;
