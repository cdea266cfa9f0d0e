export const buttonCss = `
.button {
  position: relative;
  display: inline-flex; align-items: center; justify-content: center; gap: 8px;
  flex: none;
  width: 100%; min-height: 48px; padding: 10px 18px; margin: 0;
  border: 0; border-radius: var(--latchkey-radius-control);
  font-weight: 500; text-align: center; text-decoration: none;
  transition: background-color 120ms, box-shadow 120ms, opacity 120ms;
}
.button:active:not(:disabled, [aria-disabled]) { transform: translateY(1px); }
.button.primary {
  background: var(--latchkey-accent); color: var(--latchkey-on-accent);
  box-shadow: inset 0 0 0 1px var(--latchkey-hairline);
}
.button.primary:hover:not(:disabled, [aria-disabled]) {
  background: color-mix(in srgb, var(--latchkey-accent) 90%, var(--latchkey-text));
}
.button.primary:disabled { background: var(--latchkey-sunken); color: var(--latchkey-muted); cursor: default; }
.button.danger { background: var(--latchkey-danger); color: var(--latchkey-surface); }
.button.danger:hover:not(:disabled, [aria-disabled]) { background: color-mix(in srgb, var(--latchkey-danger) 90%, var(--latchkey-text)); }
.button.secondary { background: transparent; box-shadow: inset 0 0 0 1px var(--latchkey-hairline-strong); }
.button.secondary:hover { background: var(--latchkey-sunken); }
.button.plain { background: transparent; color: var(--latchkey-muted); min-height: 44px; outline-offset: -2px; }
.button.plain:hover:not(:disabled) { color: var(--latchkey-text); }
.button.plain:disabled { cursor: default; }
.button[aria-busy] { cursor: progress; }
.button[aria-busy] > .label { opacity: 0; }
.button > .spinner { position: absolute; }
.spinner {
  width: 20px; height: 20px; border-radius: 50%;
  border: 2px solid color-mix(in srgb, currentColor 25%, transparent);
  border-top-color: currentColor;
  animation: turn 700ms linear infinite;
}
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) {
  .spinner { animation: breathe 1200ms ease-in-out infinite alternate !important; }
}
@keyframes breathe { to { opacity: .35; } }
.buttons { display: flex; flex-direction: column; gap: 8px; }
.link {
  display: inline; padding: 0; border: 0; background: none; color: var(--latchkey-text);
  font: inherit; font-weight: 500; border-radius: 4px; font-variant-numeric: tabular-nums;
}
.link:hover:not(:disabled) { text-decoration: underline; text-underline-offset: 2px; }
.link:disabled { color: var(--latchkey-muted); font-weight: 400; cursor: default; }
`;
