/**
 * Layout of the screens. A page fills the space between header and footer, and scrolls if it is longer. Its actions
 * (`page-end`) stay visible at the foot, above the scrolled content, except in a very low modal and beside an exported
 * key.
 */
export const screensCss = `
.page { flex: 1 0 auto; display: flex; flex-direction: column; gap: 20px; padding-bottom: 4px; }
.page.tight { flex: 1 1 0; min-height: 0; }
.page-end {
  position: sticky; bottom: 0; z-index: 1; margin: auto 0 -4px; padding-bottom: 4px;
  display: flex; flex-direction: column; align-items: center; gap: 12px; background: var(--latchkey-surface);
}
/* Fade out scrolled content above the actions. */
.page-end::before {
  content: ''; position: absolute; inset: -20px 0 100%; pointer-events: none;
  background: linear-gradient(transparent, var(--latchkey-surface));
}
.page-end > .buttons { width: 100%; gap: 2px; margin-bottom: -4px; }
/* Cover no part of the page that shows a key: where the browser reports it, that page disables its buttons. */
.page:has(> .export) > .page-end { position: static; }
.page:has(> .export) > .page-end::before { content: none; }
.shell:has(.export[data-shown], .info, .documents > :nth-child(3), .address + .field-hint) { --shell-height: 620px; }
@container (max-height: 240px) { .page-end { position: static; } }
@container (max-height: 340px) { .heading > .mark { display: none; } }
.center { text-align: center; }
/* Place these above the fade of the list before them, which would cover their focus rings. */
.entries ~ * { position: relative; }
.links { display: flex; flex-direction: column; gap: 10px; text-align: center; }
.heading { display: flex; flex-direction: column; align-items: center; gap: 6px; text-align: center; overflow-wrap: anywhere; text-wrap: balance; word-break: auto-phrase; }
.group { margin: auto 0; display: flex; flex-direction: column; gap: 20px; padding-bottom: 12px; }
.logo { display: block; max-width: 180px; max-height: 90px; margin-bottom: 12px; object-fit: contain; overflow: hidden; }
.logo > * { display: block; max-width: 180px; max-height: 90px; }
::slotted([slot=captcha]) { display: flex; justify-content: center; }
.page:has(> .group > .entries) { flex-shrink: 1; min-height: 0; }
.page > .group:has(> .entries) { min-height: 0; padding-bottom: 0; }
.entries {
  display: flex; flex-direction: column; gap: 8px;
  flex: 0 1 auto; min-height: 112px; max-height: 400px;
  overflow-y: auto; overscroll-behavior: contain; margin-bottom: -20px;
}
.entries > * { flex: none; }
/* Fade out the edge of a list that continues. */
.entries::after {
  content: ''; position: sticky; bottom: 0; flex: none; height: 24px; margin-top: -8px; pointer-events: none;
  background: linear-gradient(transparent, var(--latchkey-surface));
}
.other-way { width: 100%; display: flex; flex-direction: column; gap: 12px; }
.other-way > :empty { display: none; }
.shell:has(.entries > :nth-child(5), .other-way), .shell:has(.logo):has(.entries > :nth-child(3)) { --shell-height: 620px; }
.country { position: relative; display: flex; margin-inline-start: -6px; padding: 6px; border-radius: 8px; }
.country:focus-within { outline: 2px solid var(--latchkey-accent-ink); }
.country-mark { direction: ltr; display: flex; align-items: center; gap: 2px; color: var(--latchkey-text); white-space: nowrap; font-variant-numeric: tabular-nums; }
.country-mark svg { width: 16px; height: 16px; color: var(--latchkey-muted); }
.country select { position: absolute; inset: 0; width: 100%; opacity: 0; cursor: pointer; font-size: 16px; }
.country option { color: #16171a; background: #ffffff; }
.documents { display: flex; flex-direction: column; margin: 0; padding: 0; }
.documents.entries { gap: 0; margin-bottom: -20px; }
.document {
  display: flex; align-items: center; justify-content: space-between; gap: 12px; min-height: 52px;
  border-radius: 4px; font-weight: 500; text-decoration: none;
}
.document + .document { border-top: 1px solid var(--latchkey-hairline); }
.two-lines { display: grid; grid-template-columns: 1fr auto; align-content: center; gap: 2px 12px; padding-block: 12px; overflow-wrap: anywhere; }
.two-lines > .muted { font-weight: 400; font-size: 13px; line-height: 18px; }
.two-lines > .wide { grid-column: 1 / -1; }
.list { display: flex; flex-direction: column; gap: 4px; }
.document > :last-child:not(:first-child, .wide) { flex: none; max-width: 45%; text-align: end; }
.document svg { color: var(--latchkey-muted); }
.document:hover svg { color: var(--latchkey-text); }
.legal { text-wrap: balance; }
.code-status { text-align: center; color: var(--latchkey-muted); }
.code-status:empty { margin-top: -20px; }
.code-status[data-done] { color: var(--latchkey-success); font-weight: 500; }
.warnings { display: flex; flex-direction: column; gap: 12px; margin: 0; padding: 16px; list-style: none; border-radius: var(--latchkey-radius-control); background: var(--latchkey-sunken); }
.warnings li { display: flex; align-items: flex-start; gap: 10px; overflow-wrap: anywhere; }
.warnings svg { width: 20px; height: 20px; margin-top: 1px; color: var(--latchkey-danger); }
.warnings.good svg { color: var(--latchkey-success); }
.export { height: 228px; }
.export:not([data-shown]) { position: absolute; inset-inline: 0; visibility: hidden; }
.stack { display: flex; flex-direction: column; gap: 12px; }
.mark { display: grid; place-items: center; width: 56px; height: 56px; margin-bottom: 8px; border-radius: 18px; background: var(--latchkey-sunken); color: var(--latchkey-muted); }
.mark > svg { width: 24px; height: 24px; }
.approval { flex: 1 1 auto; min-height: 320px; margin-top: 4px; }
`;
