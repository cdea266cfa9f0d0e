/** How long the person must have seen what they agree to. */
const armAfterMs = 1_000;

/**
 * Lets a button or a panel be used once it has stood in sight, in a window with the focus and of one size, for a second
 * without a break; each break begins it anew.
 *
 * Threat: a page opens the window under the second click of a double click, or in front of what the person is typing in.
 *
 * @returns what stops it, and leaves the target as it is
 */
function armWhenSeen(set: (isArmed: boolean) => void, mayResize: () => boolean): () => void {
  let timer: number | undefined;
  let isArmed = false;
  const change = (next: boolean) => {
    if (next === isArmed) return;
    isArmed = next;
    set(next);
  };
  const isSeen = () => document.visibilityState === 'visible' && document.hasFocus();
  const begin = () => {
    window.clearTimeout(timer);
    if (!isSeen()) return change(false);
    timer = window.setTimeout(() => (isSeen() ? change(true) : begin()), armAfterMs);
  };
  const restart = () => {
    // The focus that went into a frame of this page is still this page's.
    if (isArmed && isSeen()) return;
    change(false);
    begin();
  };
  const resized = () => {
    if (mayResize()) return;
    change(false);
    begin();
  };
  const events = ['focus', 'blur', 'pageshow'] as const;
  for (const name of events) window.addEventListener(name, restart);
  window.addEventListener('resize', resized);
  document.addEventListener('visibilitychange', restart);
  set(false);
  begin();
  return () => {
    window.clearTimeout(timer);
    for (const name of events) window.removeEventListener(name, restart);
    window.removeEventListener('resize', resized);
    document.removeEventListener('visibilitychange', restart);
  };
}

/** Arms a button. It keeps its look and its place in the order of the keys until then, and does nothing. */
export function arm(button: HTMLButtonElement): () => void {
  return armWhenSeen(
    (isArmed) => {
      button.disabled = !isArmed;
    },
    () => false,
  );
}

/**
 * Arms all that is in an element: until then no press, key or focus reaches it. What had the focus gets it back, so that
 * a person who looked up a code goes on typing.
 */
export function armPanel(host: HTMLElement): () => void {
  let focused: HTMLElement | null = null;
  const stop = armWhenSeen(
    (isArmed) => {
      if (!isArmed) focused = focusedIn(host);
      host.inert = !isArmed;
      if (isArmed && focused?.isConnected) focused.focus();
    },
    // The keyboard of a phone makes the window smaller under the finger of who types.
    () => focusedIn(host)?.matches('input, textarea') ?? false,
  );
  return () => {
    stop();
    host.inert = false;
  };
}

function focusedIn(host: HTMLElement): HTMLElement | null {
  let active: Element | null = host.contains(document.activeElement) ? document.activeElement : null;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement ? active : null;
}
