/** Time for which the page must have been visible and focused, in ms. */
const armAfterMs = 1_000;

/**
 * Arms a button or a panel once the page has been visible for a second without interruption, in a window that has the
 * focus and keeps its size (unless `mayResize` allows a change). An interruption starts the second again.
 *
 * A malicious page could otherwise open this window under the second click of a double click, or in front of what the
 * user is typing in.
 *
 * @returns a function that stops watching and leaves the target as it is
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
    // Focus in an iframe of this page still belongs to this page.
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

/** Disables a button until it is armed. */
export function arm(button: HTMLButtonElement): () => void {
  return armWhenSeen(
    (isArmed) => {
      button.disabled = !isArmed;
    },
    () => false,
  );
}

/**
 * Makes an element inert until it is armed. Then restores the focus, so a user who looked up a code can continue
 * typing.
 */
export function armPanel(host: HTMLElement): () => void {
  let focused: HTMLElement | null = null;
  const stop = armWhenSeen(
    (isArmed) => {
      if (!isArmed) focused = focusedIn(host);
      host.inert = !isArmed;
      if (isArmed && focused?.isConnected) focused.focus();
    },
    // A phone's on-screen keyboard resizes the window while the user types.
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
