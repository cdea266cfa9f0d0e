import { timings } from '../timings.ts';

/** Styles of dialog, drawer and panel (MODAL-02 to MODAL-05). */
export const shellCss = `
.shell {
  display: flex; flex-direction: column;
  position: relative; width: 100%; height: min(var(--shell-height), calc(100dvh - 48px));
  background: var(--latchkey-surface); color: var(--latchkey-text);
  overflow: hidden; outline: none;
  transition: height ${timings.heightMs}ms var(--latchkey-ease);
}
[data-height='full'] { --shell-height: 620px; }
[data-height='compact'] { --shell-height: 480px; }

dialog {
  position: fixed; inset: 0; margin: auto;
  width: 360px; max-width: none; max-height: none; height: fit-content;
  padding: 0; border: 0; overflow: visible; color: inherit; background: none;
  opacity: 0; transform: translateY(8px);
  transition: opacity 120ms linear, transform 180ms var(--latchkey-ease),
    overlay 180ms allow-discrete, display 180ms allow-discrete;
}
dialog:not([open]) { pointer-events: none; }
dialog > .shell { border-radius: var(--latchkey-radius-dialog); box-shadow: var(--latchkey-shadow); }
dialog::backdrop {
  background: var(--latchkey-backdrop); opacity: 0;
  transition: opacity 120ms linear, overlay 180ms allow-discrete, display 180ms allow-discrete;
}
dialog[open] { opacity: 1; transform: none; }
dialog[open]::backdrop { opacity: 1; }
@starting-style {
  dialog[open] { opacity: 0; transform: translateY(8px); }
  dialog[open]::backdrop { opacity: 0; }
}
.grip { display: none; }

@media (max-width: 440px) {
  dialog {
    inset: auto 0 var(--keyboard, 0px) 0; margin: 0; width: 100%;
    opacity: 1; transform: translateY(100%);
    transition: transform 180ms var(--latchkey-ease), overlay 180ms allow-discrete, display 180ms allow-discrete;
  }
  @starting-style { dialog[open] { opacity: 1; transform: translateY(100%); } }
  dialog[open] { transform: translateY(var(--drag, 0px)); }
  dialog[data-dragging] { transition: none; }
  dialog > .shell {
    height: min(var(--shell-height), calc(100dvh - 48px - var(--keyboard, 0px)));
    border-radius: var(--latchkey-radius-dialog) var(--latchkey-radius-dialog) 0 0;
    padding-bottom: env(safe-area-inset-bottom);
  }
  dialog .bar { touch-action: none; cursor: grab; }
  dialog .grip {
    display: block; position: absolute; top: 8px; left: 50%; width: 36px; height: 4px; margin-left: -18px;
    border-radius: 2px; background: var(--latchkey-hairline-strong);
  }
}
@media (prefers-reduced-motion: reduce) {
  dialog { transform: none !important; }
  @starting-style { dialog[open] { transform: none; } }
}

.panel > .shell {
  max-width: 360px; max-height: var(--latchkey-panel-height, none); margin: 0 auto; border-radius: var(--latchkey-radius-dialog);
  box-shadow: inset 0 0 0 1px var(--latchkey-hairline);
}

.bar { position: relative; flex: none; display: flex; align-items: center; height: 56px; padding: 0 6px; }
.bar > .space { flex: 1; }
.info {
  flex: none; margin: 0 24px 16px; padding: 10px 14px; border-radius: 12px;
  background: var(--latchkey-sunken); color: var(--latchkey-muted); font-size: 13px; line-height: 18px;
}
.content {
  flex: 1; min-height: 0; display: flex; flex-direction: column; padding: 0 24px;
  overflow-y: auto; overscroll-behavior: contain; scroll-padding-bottom: 120px; container-type: size;
  animation: appear 120ms linear;
}
@keyframes appear { from { opacity: 0; } }
.foot {
  flex: none; padding: 12px 24px 18px; text-align: center;
  color: var(--latchkey-muted); font-size: 12px; line-height: 16px;
}
.doctor {
  flex: 0 1 auto; min-height: 72px; max-height: 45%; overflow-y: auto; margin: 12px 16px 0; padding: 10px 14px;
  border: 1px dashed var(--latchkey-warning); border-radius: 12px;
  font-size: 13px; line-height: 18px; overflow-wrap: anywhere;
}
.doctor > div { margin-top: 8px; }
.doctor-mark { color: var(--latchkey-warning); font-weight: 500; }
.doctor code {
  display: block; margin-top: 4px; padding: 6px 8px; border-radius: 6px; -webkit-user-select: all; user-select: all;
  background: var(--latchkey-sunken); font: 400 12px/18px var(--latchkey-font-mono);
}
.placeholder {
  flex: 1; display: grid; place-items: center;
  /* Delay the placeholder, so that a screen that loads at once does not flash. */
  animation: appear 120ms 150ms backwards;
}
`;
