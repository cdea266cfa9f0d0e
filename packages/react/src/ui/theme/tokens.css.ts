const light = `
  --latchkey-surface: #ffffff;
  --latchkey-raised: #ffffff;
  --latchkey-sunken: #f6f6f7;
  --latchkey-text: #16171a;
  --latchkey-muted: #5f6167;
  --latchkey-faint: #8b8e96;
  --latchkey-hairline: rgb(22 23 26 / 8%);
  --latchkey-hairline-strong: rgb(22 23 26 / 14%);
  --latchkey-danger: #c62a2f;
  --latchkey-success: #1f7a4d;
  --latchkey-warning: #9a6700;
  --latchkey-backdrop: rgb(16 17 20 / 42%);
  --latchkey-shadow: 0 1px 1px rgb(0 0 0 / 4%), 0 24px 48px -12px rgb(0 0 0 / 18%);
  color-scheme: light !important;
`;

const dark = `
  --latchkey-surface: #17181b;
  --latchkey-raised: #1f2024;
  --latchkey-sunken: #101114;
  --latchkey-text: #f3f4f6;
  --latchkey-muted: #a6a9b2;
  --latchkey-faint: #777b85;
  --latchkey-hairline: rgb(243 244 246 / 10%);
  --latchkey-hairline-strong: rgb(243 244 246 / 18%);
  --latchkey-danger: #ff7b80;
  --latchkey-success: #5fd39a;
  --latchkey-warning: #e3b341;
  --latchkey-backdrop: rgb(0 0 0 / 60%);
  --latchkey-shadow: 0 0 0 1px rgb(243 244 246 / 10%), 0 1px 1px rgb(0 0 0 / 8%), 0 24px 48px -12px rgb(0 0 0 / 36%);
  color-scheme: dark !important;
`;

/**
 * Design tokens of the modal (docs/looks.md). A host overrides them on the modal's element, for the dialog with
 * `latchkey-modal { --latchkey-…: … }`.
 *
 * `all` is important, so no host rule and no inherited value (a focus trap's `pointer-events: none`, a root `zoom`, a
 * print font) reaches the modal. Custom properties are not part of `all`, so a host can still set them; nor is the
 * direction, which `host.ts` sets. The colour scheme is part of it and must be important too: it determines the
 * colours of scroll bars, carets and autofilled fields.
 */
export const tokensCss = `
:host {
  all: initial !important;
  ${light}
  --latchkey-radius-dialog: 24px;
  --latchkey-radius-control: 14px;
  --latchkey-radius-chip: 8px;
  --latchkey-font: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  --latchkey-font-mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
  --latchkey-ease: cubic-bezier(.2, .8, .2, 1);
}
:host([data-theme='dark']) { ${dark} }
@media (prefers-color-scheme: dark) {
  :host([data-theme='system']) { ${dark} }
}
`;
