export const iconPaths = {
  back: 'M12.5 4.5 7 10l5.5 5.5',
  close: 'm5 5 10 10M15 5 5 15',
  info: 'M10 9.25v4.5M10 6.25v.01M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0Z',
  arrow: 'M4.5 10h11M11 5.5l4.5 4.5-4.5 4.5',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  copy: 'M7.5 7.5V5A1.5 1.5 0 0 1 9 3.5h6A1.5 1.5 0 0 1 16.5 5v6a1.5 1.5 0 0 1-1.5 1.5h-2.5M5 7.5h6A1.5 1.5 0 0 1 12.5 9v6a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V9A1.5 1.5 0 0 1 5 7.5Z',
  phone:
    'M7 2.5h6A1.5 1.5 0 0 1 14.5 4v12a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 16V4A1.5 1.5 0 0 1 7 2.5ZM9.25 15h1.5',
  outward: 'M7 13 13.5 6.5M8 6.5h5.5V12',
  unfold: 'm6.5 8.5 3.5 3.5 3.5-3.5',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  key: 'M12.5 11.5a4.5 4.5 0 1 0-4.2-2.9L3 14v3h3v-2h2v-2l1.4-1.9a4.5 4.5 0 0 0 3.1.4ZM13.5 6.5h.01',
  wallet:
    'M15.5 6.5H5.25a1.75 1.75 0 0 1 0-3.5H14v3.5M3.5 4.75v9.5A2.25 2.25 0 0 0 5.75 16.5h9.75v-10M13 11.5h.01',
  download: 'M10 3.5v9M6.5 9.5 10 13l3.5-3.5M4 16.5h12',
  mail: 'M3.5 5.5h13a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1Zm-.7.8 7.2 5 7.2-5',
} as const;

/** Icons that follow the reading direction, so they are mirrored in right-to-left languages. */
const directed: ReadonlySet<keyof typeof iconPaths> = new Set(['back', 'arrow', 'outward']);

/** A line icon of the modal, 20 px. Hidden from screen readers. */
export function Icon({ name }: { name: keyof typeof iconPaths }) {
  return <LineIcon isDirected={directed.has(name)} path={iconPaths[name]} />;
}

export function LineIcon({ path, isDirected = false }: { path: string; isDirected?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      className={isDirected ? 'directed' : undefined}
      fill="none"
      height="20"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.6"
      viewBox="0 0 20 20"
      width="20"
    >
      <path d={path} />
    </svg>
  );
}
