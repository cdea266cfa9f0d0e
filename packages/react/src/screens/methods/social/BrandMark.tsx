import { brandMarks } from './brandMarks.ts';

/** Icon for a brand without a logo here. */
const wallet =
  'M20 8.5H6.25a2.25 2.25 0 0 1 0-4.5H17.5v4.5M4 6.25v11.5A2.25 2.25 0 0 0 6.25 20H20V8.5M16 14.25h.01';

/** Logo of a brand, 20 px. Hidden from screen readers. */
export function BrandMark({ name }: { name: string }) {
  const mark = brandMarks[name];
  return (
    <svg
      aria-hidden="true"
      fill="none"
      height="20"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.9"
      // Apple's logo must be black or white, so logos are not muted like icons.
      style={mark ? { color: 'var(--latchkey-text)' } : {}}
      viewBox="0 0 24 24"
      width="20"
    >
      {mark ? (
        mark.map(({ d, fill = 'currentColor' }) => <path d={d} fill={fill} key={d} />)
      ) : (
        <path d={wallet} stroke="currentColor" />
      )}
    </svg>
  );
}
