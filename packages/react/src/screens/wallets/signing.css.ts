export const signingCss = `
.sign-icon { width: 48px; height: 48px; border-radius: 12px; object-fit: cover; margin-bottom: 8px; }
.sheet {
  flex: 0 1 auto; min-height: 96px; max-height: 310px; overflow: auto; overscroll-behavior: contain;
  padding: 14px 16px; border-radius: var(--latchkey-radius-control);
  /* Shade an edge if there is more to read. At the end of the text, the first two gradients cover the shade. */
  background:
    linear-gradient(var(--latchkey-sunken) 50%, transparent) top / 100% 28px no-repeat local,
    linear-gradient(transparent, var(--latchkey-sunken) 50%) bottom / 100% 28px no-repeat local,
    linear-gradient(var(--latchkey-hairline-strong), transparent) top / 100% 14px no-repeat scroll,
    linear-gradient(transparent, var(--latchkey-hairline-strong)) bottom / 100% 14px no-repeat scroll,
    var(--latchkey-sunken);
}
.message { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.typed { display: flex; flex-direction: column; gap: 8px; }
.typed-type { font-weight: 500; }
.typed-type:not(:first-child) { margin-top: 8px; padding-top: 12px; border-top: 1px solid var(--latchkey-hairline); }
.fields { display: flex; flex-direction: column; gap: 8px; margin: 0; }
.typed-field dt { color: var(--latchkey-muted); font-size: 13px; line-height: 18px; overflow-wrap: anywhere; }
.typed-field dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
dd .fields, .items { margin: 6px 0 0; padding-block: 0; padding-inline: 12px 0; border-inline-start: 2px solid var(--latchkey-hairline); }
.items { list-style: none; display: flex; flex-direction: column; gap: 8px; }
`;
