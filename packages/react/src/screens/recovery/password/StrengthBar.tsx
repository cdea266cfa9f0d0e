/** Strength as bars and a word, because some users cannot tell the colours apart. */
export function StrengthBar({ level, label, title }: { level: 0 | 1 | 2 | 3; label: string; title: string }) {
  return (
    <div className="strength" data-level={level}>
      <span aria-hidden="true" className="strength-bars">
        <i />
        <i />
        <i />
      </span>
      <span role="status">
        {level > 0 ? (
          <>
            <span className="hidden">{title}: </span>
            {label}
          </>
        ) : null}
      </span>
    </div>
  );
}
