/** A ring that turns while work is running, closes at its end, and then draws a check mark or an exclamation mark. */
export function Progress({ state }: { state: 'busy' | 'done' | 'failed' }) {
  return (
    <svg
      aria-hidden="true"
      className="progress"
      data-state={state}
      fill="none"
      height="64"
      viewBox="0 0 64 64"
      width="64"
    >
      <circle className="progress-track" cx="32" cy="32" r="29" />
      <circle className="progress-ring" cx="32" cy="32" pathLength="100" r="29" />
      {state === 'done' ? <path className="progress-mark" d="m21 33 8 8 15-17" pathLength="100" /> : null}
      {state === 'failed' ? <path className="progress-mark" d="M32 20v15M32 43v.5" pathLength="100" /> : null}
    </svg>
  );
}
