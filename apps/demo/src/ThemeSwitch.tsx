const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export interface ThemeSwitchProps {
  theme: Theme;
  onThemeChange(theme: Theme): void;
}

export function ThemeSwitch({ theme, onThemeChange }: ThemeSwitchProps) {
  return (
    <fieldset className="themes">
      <legend className="hidden">Theme</legend>
      {themes.map((name) => (
        <label key={name}>
          <input checked={name === theme} name="theme" onChange={() => onThemeChange(name)} type="radio" />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
