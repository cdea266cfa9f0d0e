export const progressCss = `
.progress { stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
.progress-track { stroke: var(--latchkey-hairline); }
.progress-ring { stroke: var(--latchkey-accent-ink); transform-origin: center; transform: rotate(-90deg); stroke-dasharray: 100; }
.progress[data-state='busy'] .progress-ring { stroke-dashoffset: 72; animation: ring-turn 900ms linear infinite; }
.progress[data-state='done'] .progress-ring { stroke: var(--latchkey-success); animation: draw 240ms var(--latchkey-ease); }
.progress[data-state='failed'] .progress-ring { stroke: var(--latchkey-danger); }
.progress-mark { stroke-width: 4; stroke-dasharray: 100; animation: draw 220ms var(--latchkey-ease) 160ms backwards; }
.progress[data-state='done'] .progress-mark { stroke: var(--latchkey-success); }
.progress[data-state='failed'] .progress-mark { stroke: var(--latchkey-danger); }
@keyframes ring-turn { from { transform: rotate(-90deg); } to { transform: rotate(270deg); } }
@keyframes draw { from { stroke-dashoffset: 100; } }
@media (prefers-reduced-motion: reduce) {
  .progress[data-state='busy'] .progress-ring { animation: breathe 1200ms ease-in-out infinite alternate !important; }
}
`;
