const light = `
  --surface: #ffffff; --sunken: #f6f6f7; --text: #16171a; --muted: #5f6167; --faint: #8b8e96;
  --hairline: rgb(22 23 26 / 8%); --hairline-strong: rgb(22 23 26 / 14%); --danger: #c62a2f; --warning: #9a6700;
  --shadow: 0 1px 1px rgb(0 0 0 / 4%), 0 24px 48px -12px rgb(0 0 0 / 18%);
  color-scheme: light;
`;
const dark = `
  --surface: #17181b; --sunken: #101114; --text: #f3f4f6; --muted: #a6a9b2; --faint: #777b85;
  --hairline: rgb(243 244 246 / 10%); --hairline-strong: rgb(243 244 246 / 18%); --danger: #ff7b80; --warning: #e3b341;
  --shadow: 0 0 0 1px rgb(243 244 246 / 10%), 0 1px 1px rgb(0 0 0 / 8%), 0 24px 48px -12px rgb(0 0 0 / 36%);
  color-scheme: dark;
`;

/** Tokens and parts of the hosted pages (docs/looks.md). */
export const sheetText = `
:root { ${light} --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
  --sans: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
:root[data-theme='dark'] { ${dark} }
@media (prefers-color-scheme: dark) { :root[data-theme='system'] { ${dark} } }
html, body { margin: 0; min-height: 100%; background: var(--sunken); }
.hosted, .hosted *, .hosted *::before, .hosted *::after { box-sizing: border-box; }
.hosted {
  min-height: 100dvh; display: flex; flex-direction: column; align-items: center; justify-content: center;
  background: var(--sunken); color: var(--text); font: 400 15px/22px var(--sans);
  -webkit-font-smoothing: antialiased; -webkit-tap-highlight-color: transparent; text-size-adjust: 100%;
}
.hosted h1, .hosted h2, .hosted p, .hosted ul { margin: 0; padding: 0; }
.hosted h1 { font: 600 20px/28px var(--sans); letter-spacing: -.01em; text-wrap: balance; overflow-wrap: anywhere; outline: none; }
.hosted .muted { color: var(--muted); }
.hosted .small { font-size: 13px; line-height: 18px; }
.hosted .card {
  display: flex; flex-direction: column; width: 100%; min-height: 100dvh; padding: 40px 24px 24px; background: var(--surface);
  animation: hosted-appear 120ms linear;
}
@keyframes hosted-appear { from { opacity: 0; } }
@media (min-width: 480px) and (min-height: 560px) {
  .hosted .card { width: 440px; min-height: 600px; margin: 24px; border-radius: 24px; box-shadow: var(--shadow); }
}
.hosted .marks { display: flex; align-items: center; justify-content: center; gap: 12px; margin-bottom: 24px; }
.hosted .marks > i {
  width: 28px; height: 2px; border-radius: 1px;
  background: radial-gradient(circle, var(--faint) 1.25px, transparent 1.5px) 0 50% / 7px 4px repeat-x;
  height: 4px;
}
.hosted .mark {
  position: relative; flex: none; display: grid; place-items: center; width: 56px; height: 56px; overflow: hidden;
  border-radius: 16px; background: var(--sunken); color: var(--muted); font: 600 22px/1 var(--sans);
  box-shadow: inset 0 0 0 1px var(--hairline);
}
.hosted .mark img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; opacity: 0; background: var(--surface); }
.hosted .mark.drawn img { opacity: 1; }
.hosted .head { text-align: center; }
.hosted .head .origin { display: block; margin-top: 8px; }
.hosted .head > p { margin-top: 8px; }
.hosted .origin { color: var(--muted); font: 400 13.5px/20px var(--mono); overflow-wrap: anywhere; unicode-bidi: isolate; }
.hosted .origin b { font-weight: 600; color: var(--text); }
.hosted .group { margin-top: 24px; padding: 16px; border-radius: 14px; background: var(--sunken); }
.hosted .group > p { color: var(--muted); font-size: 13px; line-height: 18px; }
.hosted .group ul { list-style: none; margin-top: 10px; display: grid; gap: 10px; }
.hosted .group li { display: flex; gap: 10px; align-items: flex-start; }
.hosted .group svg { flex: none; width: 20px; height: 20px; margin-top: 1px; color: var(--muted); }
.hosted .account { display: flex; flex-wrap: wrap; align-items: center; gap: 0 12px; margin-top: 12px; padding: 12px 16px; border-radius: 14px; box-shadow: inset 0 0 0 1px var(--hairline); }
.hosted .account > span { flex: 1 1 auto; min-width: 0; max-width: 100%; }
.hosted .account bdi { display: block; font-weight: 500; overflow-wrap: anywhere; }
.hosted .head + .account { margin-top: 24px; }
.hosted .space { flex: 1; min-height: 20px; }
.hosted .foot { display: grid; gap: 8px; }
.hosted .foot > p { margin-bottom: 4px; text-align: center; text-wrap: balance; }
.hosted button { font: 500 15px/22px var(--sans); color: inherit; cursor: pointer; touch-action: manipulation; border: 0; background: none; }
.hosted button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.hosted .primary, .hosted .second, .hosted .danger { min-height: 48px; padding: 12px 20px; border-radius: 14px; }
.hosted .primary { background: var(--accent); color: var(--on-accent); transition: opacity 160ms linear; }
.hosted .primary:disabled { opacity: .5; cursor: default; }
.hosted .second { box-shadow: inset 0 0 0 1px var(--hairline-strong); }
.hosted .link { min-height: 44px; margin: -11px -4px; padding: 0 4px; color: var(--muted); font-size: 13px; line-height: 18px; }
.hosted .danger { color: var(--danger); }
@media (hover: hover) {
  .hosted .primary:not(:disabled):hover { filter: brightness(1.06); }
  .hosted .second:hover, .hosted .danger:hover { background: var(--sunken); }
  .hosted .link:hover { color: var(--text); }
}
.hosted .primary:not(:disabled):active, .hosted .second:active { transform: translateY(1px); }
.hosted .problem { margin-top: 12px; color: var(--danger); font-size: 13px; line-height: 18px; text-align: center; }

.hosted .notice { flex: 1; display: flex; flex-direction: column; align-items: center; justify-content: center; text-align: center; gap: 8px; padding: 24px 0; }
.hosted .notice .sign { display: grid; place-items: center; width: 56px; height: 56px; margin-bottom: 12px; border-radius: 18px; background: var(--sunken); color: var(--muted); }
.hosted .notice p { text-wrap: balance; }
.hosted .notice svg { width: 24px; height: 24px; }
.hosted .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.hosted .wait { flex: 1; display: grid; place-items: center; color: var(--faint); animation: hosted-appear 120ms 300ms backwards; }
.hosted .ring { width: 28px; height: 28px; border-radius: 50%; border: 2.5px solid var(--hairline-strong); border-top-color: var(--accent, var(--muted)); animation: hosted-turn 900ms linear infinite; }
@keyframes hosted-turn { to { transform: rotate(1turn); } }

.hosted.with-wallet-ui { justify-content: flex-start; }
.hosted .strip { width: 100%; background: var(--surface); box-shadow: 0 1px 0 var(--hairline); }
.hosted .strip > div { display: grid; grid-template-columns: auto 1fr auto; gap: 2px 12px; align-items: center; max-width: 440px; margin: 0 auto; padding: 14px 16px 14px 20px; }
.hosted .strip .mark { grid-row: span 2; width: 40px; height: 40px; border-radius: 12px; font-size: 17px; }
.hosted .strip h1 { font: 600 15px/20px var(--sans); letter-spacing: 0; }
.hosted .strip p { grid-column: 2 / -1; display: flex; flex-wrap: wrap; gap: 0 8px; color: var(--muted); font-size: 13px; line-height: 18px; }
.hosted .strip .origin { font-size: 12.5px; line-height: 18px; }
.hosted .strip code { font: 400 12.5px/18px var(--mono); direction: ltr; unicode-bidi: isolate; }
.hosted .strip button { margin: -10px -4px; }
.hosted .wallet-ui { width: 100%; flex: 1; display: flex; flex-direction: column; justify-content: center; padding: 16px; --latchkey-panel-height: calc(100dvh - 128px); }
.hosted .wallet-ui > .place { flex: none; }
.hosted .wallet-ui > .place[inert] { pointer-events: none; }
.hosted .wallet-ui > .notice { max-width: 392px; margin: 0 auto; width: 100%; padding-bottom: 8px; }
.hosted .wallet-ui > .notice > .sign { margin-top: auto; background: var(--surface); }
.hosted .wallet-ui > .notice > .space { flex: none; margin-top: auto; }
.hosted .wallet-ui > .notice > button { align-self: stretch; }
@media (min-width: 480px) and (min-height: 560px) {
  .hosted .wallet-ui > .notice {
    flex: none; width: 392px; min-height: 420px; padding: 24px; border-radius: 24px; background: var(--surface); box-shadow: var(--shadow);
  }
  .hosted .wallet-ui > .notice > .sign { background: var(--sunken); }
}
@media (min-width: 480px) and (min-height: 760px) { .hosted .wallet-ui { justify-content: flex-start; padding-top: 48px; } }

.hosted .apps { list-style: none; margin: 20px 0 0 !important; }
.hosted .apps > li { display: grid; grid-template-columns: auto 1fr auto; gap: 0 12px; padding: 14px 0; }
.hosted .apps > li + li { border-top: 1px solid var(--hairline); }
.hosted .apps .mark { grid-row: span 3; width: 40px; height: 40px; border-radius: 12px; font-size: 17px; }
.hosted .apps b { font-weight: 500; overflow-wrap: anywhere; }
.hosted .apps .origin { font-size: 12.5px; line-height: 18px; }
.hosted .apps p { grid-column: 2 / -1; color: var(--muted); font-size: 13px; line-height: 18px; }
.hosted .apps button { min-height: 44px; margin: -11px 0; padding: 0 4px; font-size: 13px; color: var(--muted); }
.hosted .apps button.danger { color: var(--danger); }
@media (prefers-reduced-motion: reduce) {
  .hosted *, .hosted *::before { animation-duration: 0s !important; transition: none !important; }
  .hosted .ring { animation-duration: 2s !important; }
}
@media (forced-colors: active) {
  .hosted .primary, .hosted .second, .hosted .card { border: 1px solid ButtonText; }
}
`;
