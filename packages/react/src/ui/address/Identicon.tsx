const cells = 5;

/** A small mirrored pattern derived from an address. Two addresses can have the same pattern, so it identifies none. */
export function Identicon({ seed, size = 24 }: { seed: string; size?: number }) {
  const bits = hash(seed.toLowerCase());
  const hue = bits % 360;
  const squares = [];
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const mirrored = Math.min(column, cells - 1 - column);
      if ((hash(`${seed.toLowerCase()}${row}${mirrored}`) & 1) === 1) {
        squares.push(<rect height="1" key={`${row}-${column}`} width="1" x={column + 1} y={row + 1} />);
      }
    }
  }
  return (
    <svg aria-hidden="true" className="identicon" height={size} viewBox="0 0 7 7" width={size}>
      <rect fill={`hsl(${hue} 55% 92%)`} height="7" rx="1.6" width="7" />
      <g fill={`hsl(${hue} 55% 42%)`} shapeRendering="crispEdges">
        {squares}
      </g>
    </svg>
  );
}

/** FNV-1a with a final mix. Not for security. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const sign of text) value = Math.imul(value ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
