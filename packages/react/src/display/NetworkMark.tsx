import { findNetworkMark } from './networkMarks.ts';

/** Logo of a network, or a neutral mark (DISP-05). Hidden from screen readers. */
export function NetworkMark({ chainId, size = 20 }: { chainId: number; size?: number }) {
  const mark = findNetworkMark(chainId);
  return (
    <svg
      aria-hidden="true"
      className="network-mark"
      data-network={mark ? chainId : 'other'}
      fill="none"
      height={size}
      strokeLinecap="round"
      strokeLinejoin="round"
      viewBox="0 0 24 24"
      width={size}
    >
      <circle cx="12" cy="12" fill={mark?.ground ?? 'var(--latchkey-hairline-strong)'} r="12" />
      {mark ? (
        mark.parts.map((part) => (
          <path
            d={part.d}
            key={part.d}
            {...('fill' in part ? { fill: part.fill } : { stroke: part.stroke, strokeWidth: part.width })}
          />
        ))
      ) : (
        <path
          d="M12 6.5v11M7.2 9.2l9.6 5.6M16.8 9.2l-9.6 5.6"
          stroke="var(--latchkey-muted)"
          strokeWidth="1.8"
        />
      )}
    </svg>
  );
}
