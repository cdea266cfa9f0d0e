import { useMemo } from 'react';
import { encode } from 'uqr';

/** Width of the light border, in modules. ISO/IEC 18004 requires four. */
const quiet = 4;

/** A QR code, dark on light in every theme: many cameras cannot read light on dark. */
export function DrawnQrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => draw(text), [text]);
  return (
    <svg
      aria-label={label}
      role="img"
      shapeRendering="crispEdges"
      style={{ background: '#fff', borderRadius: 16, display: 'block', height: 208, width: 208 }}
      viewBox={`${-quiet} ${-quiet} ${size + 2 * quiet} ${size + 2 * quiet}`}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Draws one rectangle for each run of dark modules. */
function draw(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { border: 0, ecc: 'M' });
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return [`M${x} ${y}h${(end < 0 ? size : end) - x}v1H${x}z`];
    }),
  );
  return { path: runs.join(''), size };
}
